import { Context, type Effect } from "effect";

/** What this deployment cannot serve without; each part answers when it is checked, or fails. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** A check by the name of its part: `database`, `storage`, `queue`. */
    readonly checks: Readonly<Record<string, Effect.Effect<unknown, unknown>>>;
  }
>()("@paraph/http/Readiness") {}
