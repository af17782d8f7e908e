import { Effect, Predicate } from "effect";

/** What a check came to. */
export interface Finding {
  readonly status: "ok" | "warning" | "failed";
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** A check of a part of a deployment: it changes nothing, and never fails. */
export interface Check<R = never> {
  readonly name: string;
  readonly look: Effect.Effect<Finding, never, R>;
}

/** How long a dependency may take to respond, in milliseconds. */
export const PATIENCE = 5000;

/** All is well. */
export const ok = (found: string): Finding => ({ status: "ok", found });

/** It works, or is optional; the operator should know. */
export const warning = (found: string, advice: string): Finding => ({
  status: "warning",
  found,
  advice,
});

/** Nothing works that needs it. */
export const failed = (found: string, advice: string): Finding => ({
  status: "failed",
  found,
  advice,
});

/** A check with a deadline; what it did not foresee is a failure of what it looks at. */
export function check<E, R>(
  name: string,
  looking: Effect.Effect<Finding, E, R>,
  advice: string,
  patience = PATIENCE,
): Check<R> {
  const look = looking.pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.succeed(failed(`no answer in ${patience / 1000} seconds`, advice)),
    }),
    Effect.catch((failure) => Effect.succeed(failed(reasonOf(failure), advice))),
    Effect.catchDefect(() => Effect.succeed(failed("cannot be looked at", advice))),
  );
  return { name, look };
}

function reasonOf(failure: unknown): string {
  const { message } = Predicate.isObject(failure) ? failure : {};
  return Predicate.isString(message) ? message : "cannot be looked at";
}
