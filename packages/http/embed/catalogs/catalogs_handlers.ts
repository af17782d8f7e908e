import { Catalogs } from "@paraph/core/embed";
import { Effect } from "effect";

import { CurrentProject } from "../../_auth/project_key.ts";
import { handlersOf } from "../../_wire/body/payload.ts";
import { respond } from "../../_wire/response/json_response.ts";
import { Api } from "../../api.ts";

/** Handlers of {@linkcode EmbedCatalogsApi}. */
export const embedCatalogsHandlers = handlersOf(
  Api,
  "embedCatalogs",
  Effect.fnUntraced(function* (handlers) {
    const catalogs = yield* Catalogs;
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { catalogs: yield* catalogs.list(yield* CurrentProject) };
      }),
      create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const catalog = yield* catalogs.create(yield* CurrentProject, payload, key);
        return yield* respond(endpoint, catalog, catalog.created ? 201 : 200);
      }),
    });
  }),
);
