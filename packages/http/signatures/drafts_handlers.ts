import { SignatureDrafts } from "@paraph/core/signatures";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf, payloadOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";
import { readDraftRequest } from "./read_draft_request.ts";

/** Handlers of {@linkcode SignatureDraftsApi}. */
export const signatureDraftsHandlers = handlersOf(
  Api,
  "signatureDrafts",
  Effect.fnUntraced(function* (handlers) {
    const drafts = yield* SignatureDrafts;
    return handlers
      .handleRaw(
        "update",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          // A missing draft takes precedence over errors in the body.
          const { id } = yield* drafts.get(project, request.params.id);
          return yield* drafts.update(project, id, yield* payloadOf(request));
        }),
      )
      .handleRaw(
        "send",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          const { id } = yield* drafts.get(project, request.params.id);
          const read = readDraftRequest(yield* payloadOf(request));
          const { signature, replayed } = yield* drafts.send(project, id, read);
          return yield* respond(request.endpoint, signature, replayed ? 200 : 201);
        }),
      )
      .handleAll({
        create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
          const key = headers["idempotency-key"];
          const { draft, replayed } = yield* drafts.create(yield* CurrentProject, payload, key);
          return yield* respond(endpoint, draft, replayed ? 200 : 201);
        }),
        list: Effect.fnUntraced(function* ({ query }) {
          return yield* drafts.list(yield* CurrentProject, query);
        }),
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* drafts.get(yield* CurrentProject, params.id);
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          return yield* drafts.remove(yield* CurrentProject, params.id);
        }),
      });
  }),
);
