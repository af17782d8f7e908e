import { Fonts } from "@paraph/core/fonts";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode FontsApi}. */
export const fontsHandlers = handlersOf(
  Api,
  "fonts",
  Effect.fnUntraced(function* (handlers) {
    const fonts = yield* Fonts;
    return handlers.handleAll({
      add: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const font = yield* fonts.add(yield* CurrentProject, payload, key);
        return yield* respond(endpoint, font, font.created ? 201 : 200);
      }),
      list: Effect.fnUntraced(function* () {
        return { fonts: yield* fonts.list(yield* CurrentProject) };
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        return yield* fonts.remove(yield* CurrentProject, params.name);
      }),
    });
  }),
);
