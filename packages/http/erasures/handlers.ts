import { Erasures } from "@paraph/core/erasure";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode ErasuresApi}. */
export const erasuresHandlers = handlersOf(
  Api,
  "erasures",
  Effect.fnUntraced(function* (handlers) {
    const erasures = yield* Erasures;
    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* erasures.eraseRecipient(yield* CurrentProject, payload);
      }),
    });
  }),
);
