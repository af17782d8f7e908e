import { assert, describe, it } from "@effect/vitest";
import { Effect, Option, Tracer } from "effect";

import { asJob } from "./as_job.ts";
import { currentTraceParent, spanOf } from "./trace_parent.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

describe("stored trace parents", () => {
  it("are parsed strictly", () => {
    assert.deepInclude(spanOf(`00-${TRACE}-${SPAN}-01`), {
      traceId: TRACE,
      spanId: SPAN,
      sampled: true,
    });
    assert.isFalse(spanOf(`00-${TRACE}-${SPAN}-00`)?.sampled);
    for (const text of [
      null,
      undefined,
      "",
      "00",
      `01-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}`,
      `00-${TRACE}-${SPAN}-01-x`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${"0".repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${"0".repeat(16)}-01`,
      `00-${TRACE}-${SPAN}-01\n`,
      `00-${"a".repeat(1e5)}-${SPAN}-01`,
    ]) {
      assert.isUndefined(spanOf(text), String(text).slice(0, 80));
    }
  });

  it.effect("are the parent of the first attempt and a link of retries", () =>
    Effect.gen(function* () {
      const queuedFrom = yield* Effect.withSpan(currentTraceParent, "accepted", {
        parent: Tracer.externalSpan({ traceId: TRACE, spanId: SPAN }),
      });
      assert.strictEqual(queuedFrom?.slice(3, 35), TRACE);
      assert.isNull(yield* currentTraceParent);
      const job = { queue: "mails", id: "m", traceParent: queuedFrom } as const;
      const first = yield* asJob({ ...job, attempt: 1 })(Effect.currentSpan);
      const again = yield* asJob({ ...job, attempt: 2 })(Effect.currentSpan);
      const alone = yield* asJob({ ...job, attempt: 1, traceParent: null })(Effect.currentSpan);
      assert.strictEqual(Option.getOrThrow(first.parent).spanId, queuedFrom?.slice(36, 52));
      assert.strictEqual(first.traceId, TRACE);
      assert.notStrictEqual(again.traceId, TRACE);
      assert.deepStrictEqual(
        again.links.map(({ span }) => span.traceId),
        [TRACE],
      );
      assert.isTrue(Option.isNone(alone.parent));
      assert.isEmpty(alone.links);
    }),
  );
});
