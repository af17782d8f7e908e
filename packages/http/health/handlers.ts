import { Measurements } from "@paraph/core/telemetry";
import { Effect } from "effect";
import { PrometheusMetrics } from "effect/observability";

import { NotReady } from "../_wire/errors/failures.ts";
import { handlerGroup } from "../_wire/request/handler_group.ts";
import { Api } from "../api.ts";
import { failingDependencies, Readiness } from "./readiness.ts";

/** Handlers of {@linkcode HealthApi}. */
export const healthHandlers = handlerGroup(
  Api,
  "health",
  Effect.fnUntraced(function* (handlers) {
    const readiness = yield* Readiness;
    const { measure } = yield* Measurements;
    return handlers.handleAll({
      metrics: () => Effect.andThen(measure, PrometheusMetrics.format()),
      alive: () => Effect.succeed({ status: "ok" } as const),
      ready: Effect.fnUntraced(function* () {
        const failing = yield* Effect.provideService(failingDependencies, Readiness, readiness);
        if (failing.length > 0) return yield* NotReady.of(failing);
        return { status: "ready" } as const;
      }),
    });
  }),
);
