import { BatchResults, RenderBatches } from "@paraph/core/renders";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { generatedFile } from "../_wire/response/generated_file.ts";
import { respond } from "../_wire/response/json_response.ts";
import { warn } from "../_wire/response/warnings.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode RenderBatchesApi}. */
export const renderBatchesHandlers = handlersOf(
  Api,
  "renderBatches",
  Effect.fnUntraced(function* (handlers) {
    const batches = yield* RenderBatches;
    const results = yield* BatchResults;
    return handlers.handleAll({
      submit: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const project = yield* CurrentProject;
        const key = headers["idempotency-key"];
        const { batch, replayed, warnings } = yield* batches.submit(project, payload, key);
        yield* warn(warnings);
        return yield* respond(endpoint, batch, replayed ? 200 : 202);
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* batches.list(yield* CurrentProject, query);
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* batches.get(yield* CurrentProject, params.id);
      }),
      result: Effect.fnUntraced(function* ({ params, query }) {
        return generatedFile(yield* results.open(yield* CurrentProject, params.id, query));
      }),
    });
  }),
);
