import { Context, Duration, Effect, type Exit, Fiber } from "effect";

/**
 * The time limit of a response, from the last byte of the request body.
 *
 * The contract promises 30 s; the rest is for sending the response.
 */
export const RequestTimeout = Context.Reference<Duration.Duration>("@paraph/http/RequestTimeout", {
  defaultValue: () => Duration.seconds(28),
});

/** The time of a request, which restarts when its body has arrived. */
export interface RequestTime {
  /** By `performance.now()`, which does not jump with the clock of the machine. */
  startedAt: number;
  /** Bodies have their own time limits (`body_bytes.ts`). */
  isReceiving: boolean;
  /** Whether the rest of the request is not read, so the connection is closed. */
  isCutOff: boolean;
  /** Called when the handler has ended. */
  readonly endCallbacks: Array<() => void>;
}

export function beginRequest(): RequestTime {
  return { startedAt: performance.now(), isReceiving: false, isCutOff: false, endCallbacks: [] };
}

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
  const restart = Effect.sync(() => {
    time.startedAt = performance.now();
    time.isReceiving = false;
  });
  return yield* Effect.ensuring(receive, restart);
});

/** The rest of a waiting time, minus the time that the request has taken. */
export const remainingOf = Effect.fnUntraced(function* (wait: Duration.Input) {
  const time = yield* CurrentRequestTime;
  const elapsed = time === undefined ? 0 : performance.now() - time.startedAt;
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
  return yield* interruptAfter(timedHandler, deadline(time, limit), late);
});

/** Starts a timer, which calls back once. Returns a function that stops it. */
export type StartTimer = (onEnd: () => void) => () => void;

/** A timer of a fixed time in milliseconds. */
export const timer =
  (millis: number): StartTimer =>
  (onEnd) => {
    const timeout = setTimeout(onEnd, millis);
    return () => clearTimeout(timeout);
  };

/** A timer that ends when the time of a request exceeds a limit in milliseconds. */
const deadline =
  (time: RequestTime, limit: number): StartTimer =>
  (onEnd) => {
    const check = () => {
      const remaining = time.isReceiving ? limit : time.startedAt + limit - performance.now();
      if (remaining > 0) timeout = setTimeout(check, remaining);
      else onEnd();
    };
    let timeout = setTimeout(check, limit);
    return () => clearTimeout(timeout);
  };

/** Runs an effect until a timer ends, which interrupts the effect in the background. */
export const interruptAfter = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  startTimer: StartTimer,
  fallback: Effect.Effect<A, E>,
): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) => untilTimer(effect, startTimer, restore(fallback)));

const untilTimer = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  startTimer: StartTimer,
  fallback: Effect.Effect<A, E>,
) {
  const fiber = yield* Effect.forkDetach(effect, { startImmediately: true });
  const earlyExit = fiber.pollUnsafe();
  if (earlyExit !== undefined) return yield* earlyExit;
  const exit = yield* Effect.interruptible(exitInTime(fiber, startTimer)).pipe(
    Effect.onInterrupt(() => Fiber.interrupt(fiber)),
  );
  if (exit !== undefined) return yield* exit;
  fiber.interruptUnsafe();
  return yield* fallback;
});

/** The exit of a fiber, or undefined if a timer ends first. A race would start two more fibers for each request. */
function exitInTime<A, E>(
  fiber: Fiber.Fiber<A, E>,
  startTimer: StartTimer,
): Effect.Effect<Exit.Exit<A, E> | undefined> {
  return Effect.callback((resume) => {
    const stopTimer = startTimer(() => resume(Effect.undefined));
    fiber.addObserver((exit) => {
      stopTimer();
      resume(Effect.succeed(exit));
    });
    return Effect.sync(stopTimer);
  });
}
