import { EraseRecipient, Erasures } from "@paraph/core/erasure";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";

const eraseBody = jsonBody(EraseRecipient);

/** Hands every request over to `Erasures`. */
export const erasuresHandlers = HttpApiBuilder.group(
  Api,
  "erasures",
  Effect.fnUntraced(function* (handlers) {
    const erasures = yield* Erasures;
    return handlers.handleRaw(
      "create",
      Effect.fnUntraced(function* (request) {
        const wanted = yield* eraseBody(request);
        return yield* erasures.eraseRecipient(yield* CurrentProject, wanted);
      }),
    );
  }),
);
