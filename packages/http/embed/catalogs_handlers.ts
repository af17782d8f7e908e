import { Catalogs, CreateCatalog, CreatedCatalog } from "@paraph/core/embed";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";

const createBody = jsonBody(CreateCatalog);
const created = answer(CreatedCatalog);

/** Hands every request over to `Catalogs`. */
export const embedCatalogsHandlers = HttpApiBuilder.group(
  Api,
  "embedCatalogs",
  Effect.fnUntraced(function* (handlers) {
    const catalogs = yield* Catalogs;
    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* () {
          return { catalogs: yield* catalogs.list(yield* CurrentProject) };
        }),
      })
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const wanted = yield* createBody(request);
          const key = request.headers["idempotency-key"];
          const done = yield* catalogs.create(yield* CurrentProject, wanted, key);
          return yield* created(done, done.created ? 201 : 200);
        }),
      );
  }),
);
