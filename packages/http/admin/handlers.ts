import { Admin, SystemStore } from "@paraph/core/admin";
import { VERSION } from "@paraph/core/telemetry";
import { Effect } from "effect";

import { handlersOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";
import { failingDependencies, Readiness } from "../health/readiness.ts";

/** Handlers of {@linkcode AdminApi}. */
export const adminHandlers = handlersOf(
  Api,
  "admin",
  Effect.fnUntraced(function* (handlers) {
    const admin = yield* Admin;
    const readiness = yield* Readiness;
    const { read } = yield* SystemStore;
    return handlers.handleAll({
      provision: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const organisation = yield* admin.provision(payload, headers["idempotency-key"]);
        return yield* respond(endpoint, organisation, organisation.created ? 201 : 200);
      }),
      change: ({ payload }) => admin.change(payload),
      system: Effect.fnUntraced(function* () {
        const failing = yield* Effect.provideService(failingDependencies, Readiness, readiness);
        const state = failing.includes("database") ? null : yield* read;
        return { version: VERSION, failing, state };
      }),
    });
  }),
);
