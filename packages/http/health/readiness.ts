import { Context, type Effect } from "effect";

/** The dependencies of this deployment. A check fails when its dependency does not work. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** A check by the name of its part: `database`, `storage`, `queue`. */
    readonly checks: Readonly<Record<string, Effect.Effect<unknown, unknown>>>;
  }
>()("@paraph/http/Readiness") {}
