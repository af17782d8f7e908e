import { assert, describe, it } from "@effect/vitest";
import { CurrentTenant } from "@paraph/core/values";
import { Effect, Fiber } from "effect";
import { PDFDocument } from "pdf-lib";

import { JobThreads, readingThreads } from "./job_threads.ts";

const pdf = async (pages = 1) => {
  const doc = await PDFDocument.create();
  for (let page = 0; page < pages; page++) doc.addPage([200, 100]).drawText("Sign here");
  return doc.save();
};
const ENOUGH = { deadline: "30 seconds" } as const;

describe("JobThreads", () => {
  it.live("runs a job and returns its result", () =>
    Effect.gen(function* () {
      const { run } = yield* JobThreads;
      const bytes = yield* Effect.promise(() => pdf());
      const reading = yield* run("read", { pdf: bytes, texts: ["sign"] }, ENOUGH);
      assert.strictEqual(reading.kind, "read");
      const mark = { page: 1, x: 50, y: 50, width: 20, height: 20, kind: "check" } as const;
      const output = yield* run("stamp", { pdf: bytes, marks: [mark] }, ENOUGH);
      assert.strictEqual(Buffer.from(output).toString("latin1", 0, 5), "%PDF-");
    }).pipe(Effect.provide(readingThreads)),
  );

  it.live("reports why a job failed", () =>
    Effect.gen(function* () {
      const { run } = yield* JobThreads;
      const garbage = new TextEncoder().encode("garbage");
      const failure = yield* Effect.flip(run("stamp", { pdf: garbage, marks: [] }, ENOUGH));
      assert.strictEqual(failure.reason, "fault");
      assert.strictEqual(failure.message, "The PDF is damaged");
      const bytes = yield* Effect.promise(() => pdf(500));
      const order = { pdf: bytes, texts: ["sign"] };
      const late = yield* Effect.flip(run("read", order, { deadline: "1 millis" }));
      assert.strictEqual(late.reason, "deadline");
    }).pipe(Effect.provide(readingThreads)),
  );

  it.live("runs more jobs than it has threads, after failures too", () =>
    Effect.gen(function* () {
      const { run } = yield* JobThreads;
      const order = { pdf: yield* Effect.promise(() => pdf()), texts: ["sign"] };
      const garbage = { pdf: new TextEncoder().encode("garbage"), marks: [] };
      const failing = Effect.flip(run("stamp", garbage, ENOUGH));
      const job = (index: number): Effect.Effect<string, unknown> =>
        index % 4 === 0
          ? Effect.map(failing, ({ reason }) => reason)
          : Effect.map(run("read", order, ENOUGH), ({ kind }) => kind);
      const indexes = Array.from({ length: 24 }, (_, index) => index);
      const results = yield* Effect.forEach(
        indexes,
        (index) => Effect.provideService(job(index), CurrentTenant, `tenant ${index % 3}`),
        { concurrency: "unbounded" },
      );
      assert.deepStrictEqual(
        results,
        indexes.map((index) => (index % 4 === 0 ? "fault" : "read")),
      );
    }).pipe(Effect.provide(readingThreads)),
  );

  it.live("continues after jobs that were interrupted while their threads started", () =>
    Effect.gen(function* () {
      const { run } = yield* JobThreads;
      const order = { pdf: yield* Effect.promise(() => pdf()), texts: ["sign"] };
      for (let time = 0; time < 4; time++) {
        const fiber = yield* Effect.forkChild(run("read", order, ENOUGH));
        yield* Effect.yieldNow;
        yield* Fiber.interrupt(fiber);
      }
      assert.strictEqual((yield* run("read", order, ENOUGH)).kind, "read");
    }).pipe(Effect.provide(readingThreads)),
  );
});
