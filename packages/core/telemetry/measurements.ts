import { Context, type Effect } from "effect";

/** Gauges that are read on demand: queues, and the process itself. */
export class Measurements extends Context.Service<
  Measurements,
  {
    /** Brings the gauges of this process up to date; says what it knows when the database says nothing. */
    readonly measure: Effect.Effect<void>;
  }
>()("@paraph/core/telemetry/Measurements") {}
