import { inspect } from "node:util";

import { Layer, Tracer } from "effect";

/** A tracer that records all spans, with their names and contents. */
export function recordedSpans() {
  const spans: Array<Tracer.NativeSpan> = [];
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options);
      spans.push(span);
      return span;
    },
  });
  return {
    layer: Layer.succeed(Tracer.Tracer, tracer),
    names: () => spans.map(({ name }) => name),
    text: () =>
      wholeText(spans.map(({ name, attributes, events }) => [name, [...attributes], events])),
  };
}

/** All contents of a value as text. */
export function wholeText(value: unknown): string {
  return inspect(value, { depth: 9, maxArrayLength: null, maxStringLength: null });
}
