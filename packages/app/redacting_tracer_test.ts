import { assert, describe, it } from "@effect/vitest";
import { Data, Effect, Exit, Tracer } from "effect";

import { redactingTracer } from "./redacting_tracer.ts";

class QuotingError extends Data.TaggedError("told")<{ readonly message: string }> {}

/** The spans that the redacting tracer records of an effect. */
const recordSpans = Effect.fnUntraced(function* (effect: Effect.Effect<unknown, unknown>) {
  const spans: Array<Tracer.Span> = [];
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options);
      spans.push(span);
      return span;
    },
  });
  yield* Effect.exit(Effect.withTracer(effect, redactingTracer(tracer)));
  return spans;
});

describe("redactingTracer()", () => {
  it.effect("records the kind of an error without its message", () =>
    Effect.gen(function* () {
      const secret = "hook_0123456789";
      const failures: ReadonlyArray<Effect.Effect<never, unknown>> = [
        Effect.fail(new QuotingError({ message: secret })),
        Effect.die(new TypeError(secret)),
        Effect.fail(secret),
      ];
      for (const failure of failures) {
        const [span] = yield* recordSpans(Effect.withSpan(failure, "failing"));
        const { status } = span ?? assert.fail();
        assert.strictEqual(status._tag, "Ended");
        const exit = status._tag === "Ended" ? status.exit : Exit.void;
        assert.isTrue(Exit.isFailure(exit));
        assert.notInclude(JSON.stringify(exit), secret);
      }
    }),
  );

  it.effect("records no URL, query or header", () =>
    Effect.gen(function* () {
      const attributes = {
        "url.full": "x",
        "url.path": "x",
        "url.query": "x",
        "http.route": "/share/:token",
        "http.request.header.cookie": "x",
        "http.request.method": "GET",
      };
      const [span] = yield* recordSpans(Effect.withSpan("told", { attributes })(Effect.void));
      assert.deepStrictEqual(
        [...(span?.attributes ?? [])],
        [
          ["http.route", "/share/:token"],
          ["http.request.method", "GET"],
        ],
      );
    }),
  );

  it.effect("leaves out only statements outside of a request", () =>
    Effect.gen(function* () {
      const statement = Effect.withSpan(Effect.void, "SELECT", { kind: "client" });
      const idle = yield* recordSpans(Effect.withSpan(statement, "sql.transaction"));
      assert.deepStrictEqual(
        idle.map(({ sampled }) => sampled),
        [false, false],
      );
      const workerSpans = yield* recordSpans(Effect.withSpan(statement, "process renders"));
      assert.deepStrictEqual(
        workerSpans.map(({ sampled }) => sampled),
        [true, true],
      );
    }),
  );
});
