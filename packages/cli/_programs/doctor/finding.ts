import { Effect, Predicate } from "effect";

/** The result of a check. */
export interface Finding {
  /** Only `failed` fails the command. */
  readonly level: "ok" | "warn" | "failed";
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** A check of one part of a deployment. It changes nothing and never fails. */
export interface Check<R = never> {
  readonly name: string;
  readonly run: Effect.Effect<Finding, never, R>;
}

/** The deadline for a dependency's response, in milliseconds. */
export const CHECK_TIMEOUT = 5000;

/** The part works. */
export const ok = (summary: string): Finding => ({ level: "ok", found: summary });

/** The part works or is optional, but the operator should know. */
export const warning = (summary: string, advice: string): Finding => ({
  level: "warn",
  found: summary,
  advice,
});

/** The part does not work. */
export const failed = (summary: string, advice: string): Finding => ({
  level: "failed",
  found: summary,
  advice,
});

/** A check with a deadline. An unexpected error is a failure of the checked part. */
export function check<E, R>(
  name: string,
  probe: Effect.Effect<Finding, E, R>,
  advice: string,
  timeout = CHECK_TIMEOUT,
): Check<R> {
  const run = probe.pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.succeed(failed(`no response in ${timeout / 1000} seconds`, advice)),
    }),
    Effect.catch((failure) => Effect.succeed(failed(reasonOf(failure), advice))),
    Effect.catchDefect(() => Effect.succeed(failed("cannot be checked", advice))),
  );
  return { name, run };
}

function reasonOf(failure: unknown): string {
  const { message } = Predicate.isObject(failure) ? failure : {};
  return Predicate.isString(message) ? message : "cannot be checked";
}
