import { Effect, Option, Tracer } from "effect";

/** A trace and a span in the format of the header `traceparent` (W3C Trace Context). */
export type TraceParent = string;

const FORM = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/u;

/** Reads a `traceparent`; undefined if it is not one. */
export function spanOf(text: TraceParent | null | undefined): Tracer.ExternalSpan | undefined {
  const [, traceId, spanId, flags = ""] = FORM.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return Tracer.externalSpan({ traceId, spanId, sampled: Number.parseInt(flags, 16) % 2 === 1 });
}

/** Runs an effect in the span of a `traceparent`, or in the current one without it. */
export const inTrace =
  (traceParent: TraceParent | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const span = spanOf(traceParent);
    return span === undefined ? effect : Effect.provideService(effect, Tracer.ParentSpan, span);
  };

/** The current trace and span, stored in a row for the work that follows. */
export const currentTraceParent: Effect.Effect<TraceParent | null> = Effect.map(
  Effect.serviceOption(Tracer.ParentSpan),
  Option.match({
    onNone: () => null,
    onSome: ({ traceId, spanId, sampled }) =>
      `00-${traceId.padStart(32, "0")}-${spanId}-${sampled ? "01" : "00"}`,
  }),
);
