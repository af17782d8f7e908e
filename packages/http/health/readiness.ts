import { Context, Effect, Exit } from "effect";

import { interruptAfter, timer } from "../_wire/request/request_time.ts";

/** The readiness checks of this deployment. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * Checks by dependency: `database`, `storage`, `queue`. A check fails while its dependency is
     * down.
     */
    readonly checks: Readonly<Record<string, Effect.Effect<unknown, unknown>>>;
  }
>()("@paraph/http/Readiness") {}

/** A slower dependency counts as down, after this time in milliseconds. */
const TIMEOUT = 3000;

/** The dependencies that are down now. */
export const failingDependencies = Effect.flatMap(Readiness, ({ checks }) =>
  Effect.filter(
    Object.entries(checks),
    ([, check]) =>
      interruptAfter(
        Effect.map(Effect.exit(check), Exit.isFailure),
        timer(TIMEOUT),
        Effect.succeed(true),
      ),
    { concurrency: "unbounded" },
  ).pipe(Effect.map((failing) => failing.map(([dependency]) => dependency))),
);
