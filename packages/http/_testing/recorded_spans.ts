import { inspect } from "node:util";

import { Layer, Tracer } from "effect";

/** Keeps every span of whatever it is provided to, and what all of them say. */
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

/** Everything that something holds, as text. */
export function wholeText(something: unknown): string {
  return inspect(something, { depth: 9, maxArrayLength: null, maxStringLength: null });
}
