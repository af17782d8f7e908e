import { Shares } from "@paraph/core/shares";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";
import { PathRender } from "../renders/existing_render.ts";

/** Handlers of {@linkcode SharesApi}. */
export const sharesHandlers = handlersOf(
  Api,
  "shares",
  Effect.fnUntraced(function* (handlers) {
    const shares = yield* Shares;
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return { shares: yield* shares.list(yield* CurrentProject, params.id) };
      }),
      listOfProject: Effect.fnUntraced(function* ({ query }) {
        return yield* shares.listOfProject(yield* CurrentProject, query);
      }),
      events: Effect.fnUntraced(function* ({ params, query }) {
        const project = yield* CurrentProject;
        const { rows, ...rest } = yield* shares.events(project, params.shareId, query);
        return { events: rows, ...rest };
      }),
      revoke: Effect.fnUntraced(function* ({ params }) {
        return yield* shares.revoke(yield* CurrentProject, params.id, params.shareId);
      }),
      create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const result = yield* shares.create(yield* CurrentProject, yield* PathRender, payload, key);
        return yield* respond(endpoint, result.value, result.replayed ? 200 : 201);
      }),
      email: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const result = yield* shares.email(yield* CurrentProject, yield* PathRender, payload, key);
        return yield* respond(endpoint, result.value, result.replayed ? 200 : 201);
      }),
    });
  }),
);
