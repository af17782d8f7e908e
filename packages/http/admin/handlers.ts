import { Admin } from "@paraph/core/admin";
import { Effect } from "effect";

import { handlersOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode AdminApi}. */
export const adminHandlers = handlersOf(
  Api,
  "admin",
  Effect.fnUntraced(function* (handlers) {
    const admin = yield* Admin;
    return handlers.handleAll({
      provision: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const organisation = yield* admin.provision(payload, headers["idempotency-key"]);
        return yield* respond(endpoint, organisation, organisation.created ? 201 : 200);
      }),
      change: ({ payload }) => admin.change(payload),
    });
  }),
);
