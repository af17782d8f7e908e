import { Clock, Context, Duration, Effect, type Exit, Fiber } from "effect";

/**
 * The time limit of a response, from the last byte of the request body.
 *
 * The contract promises 30 s; the rest is for sending the response.
 */
export const RequestTimeout = Context.Reference<Duration.Duration>("@paraph/http/RequestTimeout", {
  defaultValue: () => Duration.seconds(28),
});

/** The time of a request, which restarts when its body has arrived. */
interface RequestTime {
  startedAt: number;
  /** Bodies have their own time limits (`body_bytes.ts`). */
  isReceiving: boolean;
  /** Whether the rest of the request is not read, so the connection is closed. */
  isCutOff: boolean;
  /** Called when the handler has ended. */
  readonly endCallbacks: Array<() => void>;
}

export const beginRequest = Effect.map(Clock.currentTimeMillis, (startedAt): RequestTime => ({
  startedAt,
  isReceiving: false,
  isCutOff: false,
  endCallbacks: [],
}));

/** Runs a callback when the handler of the request has ended; false outside of a request. */
export const onRequestEnd = Effect.fnUntraced(function* (callback: () => void) {
  const time = yield* CurrentRequestTime;
  time?.endCallbacks.push(callback);
  return time !== undefined;
});

/** Closes the connection instead of reading the rest of the request. */
export const cutOff: Effect.Effect<void> = Effect.suspend(() =>
  Effect.map(CurrentRequestTime, (time) => {
    if (time !== undefined) time.isCutOff = true;
  }),
);

const CurrentRequestTime = Context.Reference<RequestTime | undefined>(
  "@paraph/http/CurrentRequestTime",
  { defaultValue: () => undefined },
);

/** Excludes the time of receiving a body from the time of the request. */
export const whileReceiving = Effect.fnUntraced(function* <A, E, R>(
  receive: Effect.Effect<A, E, R>,
) {
  const time = yield* CurrentRequestTime;
  if (time === undefined) return yield* receive;
  time.isReceiving = true;
  return yield* Effect.onExit(
    receive,
    Effect.fnUntraced(function* () {
      time.startedAt = yield* Clock.currentTimeMillis;
      time.isReceiving = false;
    }),
  );
});

/** The rest of a waiting time, minus the time that the request has taken. */
export const remainingOf = Effect.fnUntraced(function* (wait: Duration.Input) {
  const time = yield* CurrentRequestTime;
  const elapsed = time === undefined ? 0 : (yield* Clock.currentTimeMillis) - time.startedAt;
  return Duration.millis(Math.max(0, Duration.toMillis(wait) - elapsed));
});

/**
 * The response of a handler, or `late` if the handler takes too long. The handler is then
 * interrupted, which rolls its transaction back. This happens in the background, because an
 * unresponsive database delays it.
 */
export const withDeadline = Effect.fnUntraced(function* <A, E, R>(
  time: RequestTime,
  handler: Effect.Effect<A, E, R>,
  late: Effect.Effect<A>,
) {
  const limit = Duration.toMillis(yield* RequestTimeout);
  const timedHandler = handler.pipe(
    Effect.provideService(CurrentRequestTime, time),
    Effect.ensuring(Effect.sync(() => time.endCallbacks.forEach((callback) => callback()))),
  );
  const deadline = Effect.gen(function* () {
    for (;;) {
      const now = yield* Clock.currentTimeMillis;
      const remaining = time.isReceiving ? limit : time.startedAt + limit - now;
      if (remaining <= 0) return;
      yield* Effect.sleep(remaining);
    }
  });
  return yield* interruptAfter(timedHandler, deadline, late);
});

/** Runs an effect until `end` ends first, which interrupts the effect in the background. */
export const interruptAfter = <A, E, R, R2>(
  effect: Effect.Effect<A, E, R>,
  end: Effect.Effect<unknown, never, R2>,
  fallback: Effect.Effect<A>,
): Effect.Effect<A, E, R | R2> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkDetach(effect, { startImmediately: true });
      const earlyExit = fiber.pollUnsafe();
      if (earlyExit !== undefined) return yield* earlyExit;
      const endFiber = yield* Effect.forkDetach(end, { startImmediately: true });
      const exit = yield* Effect.interruptible(firstExit(fiber, endFiber)).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(fiber)),
        Effect.ensuring(Effect.sync(() => endFiber.interruptUnsafe())),
      );
      if (exit !== undefined) return yield* exit;
      fiber.interruptUnsafe();
      return yield* restore(fallback);
    }),
  );

/** The exit of a fiber, or undefined if another one ends first. A race would fork two more fibers. */
function firstExit<A, E>(
  fiber: Fiber.Fiber<A, E>,
  endFiber: Fiber.Fiber<unknown>,
): Effect.Effect<Exit.Exit<A, E> | undefined> {
  return Effect.callback((resume) => {
    fiber.addObserver((exit) => resume(Effect.succeed(exit)));
    endFiber.addObserver(() => resume(Effect.undefined));
  });
}
