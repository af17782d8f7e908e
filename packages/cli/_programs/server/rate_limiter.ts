import type { Settings } from "@paraph/app/settings";
import { rateLimiterMemory } from "@paraph/http";
import { Clock, Effect, Fiber, Layer, Redacted, Ref, Scope } from "effect";
import { RateLimiter } from "effect/persistence";

/** How long the start, a request and the shutdown wait for Redis. */
const TIMEOUTS = { start: "2 seconds", request: "250 millis", end: "1 second" } as const;

/** The interval, in milliseconds, of warnings that Redis does not respond. */
const WARNING_INTERVAL = 60_000;

/** The maximum pause before Redis is tried again, in milliseconds. */
const LONGEST_PAUSE = 5000;

/** The prefix of counters, shared by the nodes of a deployment. */
const PREFIX = "paraph:limit:";

type Limiter = RateLimiter.RateLimiter;

/**
 * Counts requests in Redis for all nodes together if it is configured, otherwise in this process.
 *
 * A Redis that does not respond blocks neither the start nor requests: until it responds, this node counts
 * its own requests and logs a warning.
 */
export function rateLimiter({ redisUrl }: Settings): Layer.Layer<Limiter> {
  if (redisUrl === undefined) return rateLimiterMemory;
  return Layer.effect(RateLimiter.RateLimiter, sharedLimiter(redisUrl)).pipe(
    Layer.provide(rateLimiterMemory),
  );
}

const sharedLimiter = Effect.fnUntraced(function* (redisUrl: Redacted.Redacted) {
  const localLimiter = yield* RateLimiter.RateLimiter;
  const redisLimiter = yield* Ref.make<Limiter | undefined>(undefined);
  const connection = yield* boundedScope;
  const connecting = Layer.buildWithScope(redisStore(redisUrl), connection).pipe(
    Effect.flatMap((store) => Effect.provideContext(RateLimiter.make, store)),
    Effect.flatMap((limiter) => Ref.set(redisLimiter, limiter)),
  );
  // Redis may start later than this process and may not respond at shutdown. Neither must block it.
  const connectionFiber = yield* Effect.forkDetach(connecting);
  yield* Effect.addFinalizer(() => Effect.forkDetach(Fiber.interrupt(connectionFiber)));
  yield* Fiber.join(connectionFiber).pipe(Effect.timeoutOption(TIMEOUTS.start), Effect.ignore);
  const warn = yield* makeWarning;

  return RateLimiter.RateLimiter.of({
    ...localLimiter,
    consume: Effect.fnUntraced(function* (options) {
      const limiter = yield* Ref.get(redisLimiter);
      if (limiter !== undefined) {
        const result = yield* Effect.result(
          Effect.timeoutOption(limiter.consume(options), TIMEOUTS.request),
        );
        if (result._tag === "Success" && result.success._tag === "Some") {
          return result.success.value;
        }
        if (result._tag === "Failure" && result.failure.reason._tag === "RateLimitExceeded") {
          return yield* result.failure;
        }
      }
      yield* warn;
      return yield* localLimiter.consume(options);
    }),
  });
});

/** A scope whose finalizers run at most for a moment at shutdown, since Redis may not respond. */
const boundedScope = Effect.gen(function* () {
  const scope = yield* Scope.make();
  yield* Effect.addFinalizer((exit) =>
    Effect.forkDetach(Scope.close(scope, exit)).pipe(
      Effect.flatMap(Fiber.await),
      Effect.timeoutOption(TIMEOUTS.end),
    ),
  );
  return scope;
});

/** Counters in Redis, which reconnects indefinitely. Loads its client, a third of a server's modules. */
function redisStore(redisUrl: Redacted.Redacted) {
  const redis = Effect.map(
    Effect.promise(() => import("@effect/platform-node/NodeRedis")),
    (NodeRedis) =>
      NodeRedis.layer({
        url: Redacted.value(redisUrl),
        // A queued command would run after its request has ended.
        disableOfflineQueue: true,
        socket: { reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, LONGEST_PAUSE) },
      }),
  );
  return RateLimiter.layerStoreRedis({ prefix: PREFIX }).pipe(Layer.provide(Layer.unwrap(redis)));
}

/** Logs the warning at most once per interval. */
const makeWarning = Effect.map(Ref.make(0), (last) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis;
    const before = yield* Ref.get(last);
    if (now - before < WARNING_INTERVAL) return;
    yield* Ref.set(last, now);
    yield* Effect.logWarning(
      "The server of REDIS_URL does not respond: this node counts its own requests",
    );
  }),
);
