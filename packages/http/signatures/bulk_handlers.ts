import { SignatureBulkResults, SignatureBulks } from "@paraph/core/signatures";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { generatedFile } from "../_wire/response/generated_file.ts";
import { respond } from "../_wire/response/json_response.ts";
import { warn } from "../_wire/response/warnings.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode SignatureBulksApi}. */
export const signatureBulksHandlers = handlersOf(
  Api,
  "signatureBulks",
  Effect.fnUntraced(function* (handlers) {
    const bulks = yield* SignatureBulks;
    const files = yield* SignatureBulkResults;
    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const project = yield* CurrentProject;
        const key = headers["idempotency-key"];
        const { bulk, replayed, warnings } = yield* bulks.create(project, payload, key);
        yield* warn(warnings);
        return yield* respond(endpoint, bulk, replayed ? 200 : 202);
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* bulks.list(yield* CurrentProject, query);
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* bulks.get(yield* CurrentProject, params.id);
      }),
      rows: Effect.fnUntraced(function* ({ params }) {
        return yield* bulks.results(yield* CurrentProject, params.id);
      }),
      result: Effect.fnUntraced(function* ({ params, query }) {
        return generatedFile(yield* files.open(yield* CurrentProject, params.id, query));
      }),
    });
  }),
);
