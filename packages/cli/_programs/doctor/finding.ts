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
  readonly look: Effect.Effect<Finding, never, R>;
}

/** The deadline for a dependency's response, in milliseconds. */
export const PATIENCE = 5000;

/** The part works. */
export const ok = (found: string): Finding => ({ level: "ok", found });

/** The part works or is optional, but the operator should know. */
export const warning = (found: string, advice: string): Finding => ({
  level: "warn",
  found,
  advice,
});

/** The part does not work. */
export const failed = (found: string, advice: string): Finding => ({
  level: "failed",
  found,
  advice,
});

/** A check with a deadline. An unexpected error is a failure of the checked part. */
export function check<E, R>(
  name: string,
  looking: Effect.Effect<Finding, E, R>,
  advice: string,
  patience = PATIENCE,
): Check<R> {
  const look = looking.pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.succeed(failed(`no response in ${patience / 1000} seconds`, advice)),
    }),
    Effect.catch((failure) => Effect.succeed(failed(reasonOf(failure), advice))),
    Effect.catchDefect(() => Effect.succeed(failed("cannot be checked", advice))),
  );
  return { name, look };
}

function reasonOf(failure: unknown): string {
  const { message } = Predicate.isObject(failure) ? failure : {};
  return Predicate.isString(message) ? message : "cannot be checked";
}
