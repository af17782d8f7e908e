import { Context, type Effect } from "effect";

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
