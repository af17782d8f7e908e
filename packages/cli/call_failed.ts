import { Data, Effect, Predicate, Runtime } from "effect";

/** The codes of servers that are not there, or ask to be tried later. */
const LATER = new Set(["server_unreachable", "rate_limited", "queue_unavailable", "not_ready"]);

/**
 * The server did not do what a command asked it for. The message begins with the stable code; the exit
 * code is 3 when it is worth trying again as it is.
 */
export class CallFailed extends Data.TaggedError("call_failed")<{
  readonly code: string;
  readonly message: string;
  readonly issues?: unknown;
  /** What to do about it. */
  readonly hint?: string;
}> {
  override readonly [Runtime.errorExitCode] = LATER.has(this.code) ? 3 : 1;

  /** A failure with the code in front of what it says. */
  static of(code: string, message: string, issues?: unknown): CallFailed {
    return new CallFailed({ code, message: `${code}: ${message}`, issues });
  }

  /** The same failure, with what to do about it. */
  hinting(hint: string): CallFailed {
    const { code, message, issues } = this;
    return new CallFailed({ code, message, issues, hint });
  }
}

/** Says what to do about failures with certain codes, where a command knows better than the code tells. */
export function withHints(hints: Readonly<Record<string, string>>) {
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | CallFailed, R> =>
    Effect.mapError(effect, (failure) => {
      if (!isCallFailed(failure)) return failure;
      const hint = hints[failure.code];
      return hint === undefined ? failure : failure.hinting(hint);
    });
}

function isCallFailed(failure: unknown): failure is CallFailed {
  return Predicate.isTagged(failure, "call_failed") && failure instanceof CallFailed;
}
