import { Measurements } from "@paraph/core/telemetry";
import { Effect, Exit } from "effect";
import { HttpApiBuilder } from "effect/http-api";
import { PrometheusMetrics } from "effect/observability";

import { NotReady } from "../_wire/errors/failures.ts";
import { interruptAfter } from "../_wire/request/request_time.ts";
import { Api } from "../api.ts";
import { Readiness } from "./readiness.ts";

/** A slower dependency counts as down. */
const TIMEOUT = "3 seconds";

/** Handlers of {@linkcode HealthApi}. */
export const healthHandlers = HttpApiBuilder.group(
  Api,
  "health",
  Effect.fnUntraced(function* (handlers) {
    const { checks } = yield* Readiness;
    const { measure } = yield* Measurements;
    return handlers.handleAll({
      metrics: () => Effect.andThen(measure, PrometheusMetrics.format()),
      alive: () => Effect.succeed({ status: "ok" } as const),
      ready: Effect.fnUntraced(function* () {
        const failing = yield* Effect.filter(
          Object.entries(checks),
          ([, check]) =>
            interruptAfter(
              Effect.map(Effect.exit(check), Exit.isFailure),
              Effect.sleep(TIMEOUT),
              Effect.succeed(true),
            ),
          { concurrency: "unbounded" },
        );
        if (failing.length > 0) return yield* NotReady.of(failing.map(([part]) => part));
        return { status: "ready" } as const;
      }),
    });
  }),
);
