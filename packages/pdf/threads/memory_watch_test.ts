import { assert, describe, it } from "@effect/vitest";
import { Effect, Fiber, Schedule } from "effect";

import { field, layoutOf, manifestOf } from "../testing/fixtures.ts";
import {
  contentBomb,
  countlessBomb,
  deepTree,
  objectBomb,
  treeBomb,
} from "../testing/pdf_bombs.ts";
import { JobThreads, jobThreads } from "./job_threads.ts";
import { ThreadPool } from "./thread_pool.ts";

const MIB = 1024 * 1024;

/** The maximum growth of this process's memory while an effect runs, in bytes. */
const growthDuring = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = Effect.sync(() => void (most = Math.max(most, process.memoryUsage.rss())));
  const watch = yield* Effect.forkChild(Effect.repeat(look, Schedule.spaced("20 millis")));
  const result = yield* work;
  yield* Fiber.interrupt(watch);
  return { result, growth: (most - before) / MIB };
});

/** The job that reads untrusted documents. */
const reading = (bytes: Uint8Array) => ({ kind: "basePdf", bytes }) as const;

const compiling = {
  kind: "compile",
  source: JSON.stringify({ layout: layoutOf(field({})), manifest: manifestOf(), title: "Title" }),
} as const;

const LIMIT = 256;
/** Longer than a test may take: on a busy machine, too, the memory decides. */
const NO_DEADLINE = "10 minutes";
const pool = ThreadPool.layer({ threads: 1, deadline: NO_DEADLINE, memoryMb: LIMIT });

describe("watchMemory()", () => {
  it.live("ends a thread that exceeds its limit, while others continue", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      const bytes = countlessBomb();
      const { result, growth } = yield* growthDuring(
        Effect.all([Effect.flip(run(reading(bytes), 300_000)), run(compiling, 1_000)], {
          concurrency: 2,
        }),
      );
      const [failure, other] = result;
      assert.strictEqual(failure._tag, "render_fault");
      assert.include(failure.message, "memory");
      assert.strictEqual(other.kind, "compiled");
      // Two threads, the growth between two polls, and one large array.
      assert.isBelow(growth, 3 * LIMIT + 512);
    }).pipe(Effect.provide(pool)),
  );

  for (const [name, bomb, reason] of [
    ["an object stream without end", objectBomb, "unpacks to too much"],
    ["pages without number", treeBomb, "lists a node twice"],
    ["a page tree without end", deepTree, "too deep"],
  ] as const) {
    it.live(`refuses ${name} before it takes much`, () =>
      Effect.gen(function* () {
        const { run } = yield* ThreadPool;
        const bytes = bomb();
        const { result, growth } = yield* growthDuring(run(reading(bytes), 300_000));
        assert.strictEqual(result.kind, "unreadable");
        assert.include(result.kind === "unreadable" ? result.message : "", reason);
        assert.isBelow(growth, 512);
      }).pipe(Effect.provide(pool)),
    );
  }

  it.live("limits the memory of a text search in endless content", () =>
    Effect.gen(function* () {
      const { run } = yield* JobThreads;
      const order = { pdf: contentBomb(), texts: ["sign here"] };
      const limits = { deadline: NO_DEADLINE } as const;
      const { result, growth } = yield* growthDuring(run("read", order, limits));
      const message = "The PDF unpacks to too much data";
      assert.deepStrictEqual(result, { kind: "unreadable", message });
      assert.isBelow(growth, 2 * LIMIT + 512);
    }).pipe(Effect.provide(jobThreads({ memoryMb: LIMIT }))),
  );
});
