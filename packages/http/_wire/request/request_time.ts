import { Clock, Context, Duration, Effect, Fiber } from "effect";

/**
 * How long the server may take for a response, counted from the last byte of the request's body.
 *
 * The contract promises 30 s; the rest is for sending the response.
 */
export const LongestRequest = Context.Reference<Duration.Duration>("@paraph/http/LongestRequest", {
  defaultValue: () => Duration.seconds(28),
});

/** The time of a request, which starts again when its body has arrived. */
interface RequestTime {
  began: number;
  /** The body has limits of its own (`body_bytes.ts`). */
  isReceiving: boolean;
  /** Whether the rest of the request is not read: its connection is closed. */
  isCutOff: boolean;
  /** Called when the handler has ended. */
  readonly atEnd: Array<() => void>;
}

/** A request that begins now. */
export const beginRequest = Effect.map(Clock.currentTimeMillis, (began): RequestTime => ({
  began,
  isReceiving: false,
  isCutOff: false,
  atEnd: [],
}));

/** Runs a callback when the handler of the request has ended; false outside of a request. */
export const onRequestEnd = Effect.fnUntraced(function* (callback: () => void) {
  const time = yield* CurrentRequestTime;
  time?.atEnd.push(callback);
  return time !== undefined;
});

/** Leaves the rest of the request unread. */
export const cutOff: Effect.Effect<void> = Effect.suspend(() =>
  Effect.map(CurrentRequestTime, (time) => {
    if (time !== undefined) time.isCutOff = true;
  }),
);

const CurrentRequestTime = Context.Reference<RequestTime | undefined>(
  "@paraph/http/CurrentRequestTime",
  { defaultValue: () => undefined },
);

/** Excludes the time of receiving a body from the request's time. */
export const whileReceiving = Effect.fnUntraced(function* <A, E, R>(
  receive: Effect.Effect<A, E, R>,
) {
  const time = yield* CurrentRequestTime;
  if (time === undefined) return yield* receive;
  time.isReceiving = true;
  return yield* Effect.onExit(
    receive,
    Effect.fnUntraced(function* () {
      time.began = yield* Clock.currentTimeMillis;
      time.isReceiving = false;
    }),
  );
});

/** The part of a waiting time that remains of the request. */
export const remainingOf = Effect.fnUntraced(function* (wait: Duration.Input) {
  const time = yield* CurrentRequestTime;
  const spent = time === undefined ? 0 : (yield* Clock.currentTimeMillis) - time.began;
  return Duration.millis(Math.max(0, Duration.toMillis(wait) - spent));
});

/**
 * The response of a handler, or another one when the handler takes too long: it is interrupted then, which rolls
 * its transaction back, in the background, since a silent database delays it.
 */
export const withDeadline = Effect.fnUntraced(function* <A, E, R>(
  time: RequestTime,
  handler: Effect.Effect<A, E, R>,
  late: Effect.Effect<A>,
) {
  const longest = Duration.toMillis(yield* LongestRequest);
  const timed = handler.pipe(
    Effect.provideService(CurrentRequestTime, time),
    Effect.ensuring(Effect.sync(() => time.atEnd.forEach((callback) => callback()))),
  );
  const left = Effect.map(Clock.currentTimeMillis, (now) =>
    time.isReceiving ? longest : time.began + longest - now,
  );
  const overdue = Effect.flatMap(left, (millis) => Effect.as(Effect.sleep(millis), millis)).pipe(
    Effect.repeat({ while: () => Effect.map(left, (millis) => millis > 0) }),
  );
  return yield* interruptAfter(timed, overdue, late);
});

/** Runs an effect until another one ends first; then it is interrupted in the background. */
export const interruptAfter = <A, E, R, R2>(
  effect: Effect.Effect<A, E, R>,
  end: Effect.Effect<unknown, never, R2>,
  otherwise: Effect.Effect<A>,
): Effect.Effect<A, E, R | R2> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkDetach(effect, { startImmediately: true });
      const done = fiber.pollUnsafe();
      if (done !== undefined) return yield* done;
      const ended = Effect.as(end, undefined);
      const exit = yield* Effect.interruptible(Effect.raceFirst(Fiber.await(fiber), ended)).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(fiber)),
      );
      if (exit !== undefined) return yield* exit;
      fiber.interruptUnsafe();
      return yield* restore(otherwise);
    }),
  );
