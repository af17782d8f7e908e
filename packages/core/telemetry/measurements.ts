import { Context, type Effect } from "effect";

/** Gauges that are read on demand: queues, and the process itself. */
export class Measurements extends Context.Service<
  Measurements,
  {
    /** Updates the gauges. While the database does not respond, gauges of the queues keep their values. */
    readonly measure: Effect.Effect<void>;
  }
>()("@paraph/core/telemetry/Measurements") {}
