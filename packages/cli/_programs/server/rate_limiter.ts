import { NodeRedis } from "@effect/platform-node";
import { rateLimiterMemory } from "@paraph/http";
import { Clock, Effect, Fiber, Layer, Redacted, Ref, Scope } from "effect";
import { RateLimiter } from "effect/persistence";

import type { Settings } from "../../settings.ts";

/** So long the start waits for Redis, so long a request does, and so long the end. */
const PATIENCE = { start: "2 seconds", request: "250 millis", end: "1 second" } as const;

/** How often the log repeats that Redis does not respond. */
const REMIND_EVERY = 60_000;

/** So long, at most, until Redis is tried again. */
const LONGEST_PAUSE = 5000;

/** The prefix of counters, shared by the nodes of a deployment. */
const PREFIX = "paraph:limit:";

type Limiter = RateLimiter.RateLimiter;

/**
 * Where requests are counted: in Redis when the settings name one, for all nodes together, else in
 * this process.
 *
 * A Redis that does not respond stops neither the start nor a request: until it does this node counts
 * for itself, and says so in the log.
 */
export function rateLimiter({ redisUrl }: Settings): Layer.Layer<Limiter> {
  if (redisUrl === undefined) return rateLimiterMemory;
  return Layer.effect(RateLimiter.RateLimiter, shared(redisUrl)).pipe(
    Layer.provide(rateLimiterMemory),
  );
}

const shared = Effect.fnUntraced(function* (redisUrl: Redacted.Redacted) {
  const alone = yield* RateLimiter.RateLimiter;
  const together = yield* Ref.make<Limiter | undefined>(undefined);
  const connection = yield* unhurriedScope;
  const connecting = Layer.buildWithScope(redisStore(redisUrl), connection).pipe(
    Effect.flatMap((store) => Effect.provideContext(RateLimiter.make, store)),
    Effect.flatMap((limiter) => Ref.set(together, limiter)),
  );
  // Redis may come up after us, and one that never responds does not let go: the end waits for neither.
  const connected = yield* Effect.forkDetach(connecting);
  yield* Effect.addFinalizer(() => Effect.forkDetach(Fiber.interrupt(connected)));
  yield* Fiber.join(connected).pipe(Effect.timeoutOption(PATIENCE.start), Effect.ignore);
  const remind = yield* reminder;

  return RateLimiter.RateLimiter.of({
    ...alone,
    consume: Effect.fnUntraced(function* (options) {
      const limiter = yield* Ref.get(together);
      if (limiter !== undefined) {
        const consumed = yield* Effect.result(
          Effect.timeoutOption(limiter.consume(options), PATIENCE.request),
        );
        if (consumed._tag === "Success" && consumed.success._tag === "Some") {
          return consumed.success.value;
        }
        if (consumed._tag === "Failure" && consumed.failure.reason._tag === "RateLimitExceeded") {
          return yield* consumed.failure;
        }
      }
      yield* remind;
      return yield* alone.consume(options);
    }),
  });
});

/** A scope that the end of ours waits for no longer than a moment: Redis may never take its leave. */
const unhurriedScope = Effect.gen(function* () {
  const scope = yield* Scope.make();
  yield* Effect.addFinalizer((exit) =>
    Effect.forkDetach(Scope.close(scope, exit)).pipe(
      Effect.flatMap(Fiber.await),
      Effect.timeoutOption(PATIENCE.end),
    ),
  );
  return scope;
});

/** Counters in Redis, which is tried again for as long as it takes. */
function redisStore(redisUrl: Redacted.Redacted) {
  const redis = NodeRedis.layer({
    url: Redacted.value(redisUrl),
    // What cannot be asked now is not asked later: the request is long gone by then.
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, LONGEST_PAUSE) },
  });
  return RateLimiter.layerStoreRedis({ prefix: PREFIX }).pipe(Layer.provide(redis));
}

/** Warns, once in a while however often it is asked to. */
const reminder = Effect.map(Ref.make(0), (last) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis;
    const before = yield* Ref.get(last);
    if (now - before < REMIND_EVERY) return;
    yield* Ref.set(last, now);
    yield* Effect.logWarning("REDIS_URL does not answer: this node counts requests for itself");
  }),
);
