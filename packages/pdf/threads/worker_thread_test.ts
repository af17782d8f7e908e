import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { assert, describe, it } from "@effect/vitest";
import type { RenderError, RendererUnavailable } from "@paraph/core/renders";
import { Duration, Effect } from "effect";

import type { Reply } from "./messages.ts";
import type { ThreadCode } from "./thread_code.ts";
import { Dispatcher } from "./thread_pool.ts";
import { startThread } from "./worker_thread.ts";

/** The code of a thread with that source, and a flag that it can set. */
const codeOf = Effect.fnUntraced(function* (source: string) {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "paraph-test-"))),
    (directory) => Effect.promise(() => rm(directory, { recursive: true })),
  );
  const entry = join(folder, "thread.mjs");
  yield* Effect.promise(() => writeFile(entry, source));
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const places = { origin: "", harfbuzz: "", flag };
  return { code: { entry: pathToFileURL(entry), places }, flag };
});

/** Starts a thread; `death` resolves to its reason. */
function start(code: ThreadCode, startMillis?: number) {
  const death = Promise.withResolvers<string>();
  const limits = { memoryMb: 64, ...(startMillis === undefined ? {} : { startMillis }) };
  const listener = { ready: () => {}, message: () => {}, exit: death.resolve };
  return { thread: startThread(code, limits, listener), exit: death.promise };
}

const SLOW = `
  import { parentPort, workerData } from "node:worker_threads";
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  workerData.flag[0] = 1;
  parentPort.on("message", () => {});
  setImmediate(() => parentPort.postMessage("ready"));`;

const HANGING = "for (;;);";

describe("startThread()", () => {
  it.live("lets a thread start before it is stopped", () =>
    Effect.gen(function* () {
      const { code, flag } = yield* codeOf(SLOW);
      const { thread } = start(code);
      yield* Effect.promise(() => thread.stop());
      assert.strictEqual(flag[0], 1);
    }).pipe(Effect.scoped),
  );

  it.live("reports a thread that cannot start at once", () =>
    Effect.gen(function* () {
      const { code } = yield* codeOf("throw new Error('broken')");
      const { thread } = start(code);
      const [took] = yield* Effect.timed(Effect.promise(() => thread.stop()));
      assert.isBelow(Duration.toSeconds(took), 5);
    }).pipe(Effect.scoped),
  );

  it.live("reports a thread that never finishes its start, and stops it at once", () =>
    Effect.gen(function* () {
      const { code } = yield* codeOf(HANGING);
      const { thread, exit } = start(code, 1_000);
      assert.include(yield* Effect.promise(() => exit), "not started");
      const [took] = yield* Effect.timed(Effect.promise(() => thread.stop()));
      assert.isBelow(Duration.toSeconds(took), 5);
    }).pipe(Effect.scoped),
  );
});

describe("Dispatcher", () => {
  it.live("closes immediately after creation as soon as its thread has started", () =>
    Effect.gen(function* () {
      const { code, flag } = yield* codeOf(SLOW);
      const options = { threads: 2, deadlineMillis: 30_000, jobsPerThread: 100, memoryMb: 64 };
      const dispatcher = new Dispatcher(code, options);
      const [took] = yield* Effect.timed(Effect.promise(() => dispatcher.close()));
      assert.strictEqual(flag[0], 1);
      assert.isBelow(Duration.toSeconds(took), 5);
    }).pipe(Effect.scoped),
  );

  it.live("fails waiting jobs when a thread never finishes its start", () =>
    Effect.gen(function* () {
      const { code } = yield* codeOf(HANGING);
      const options = { threads: 1, deadlineMillis: 30_000, jobsPerThread: 100, memoryMb: 64 };
      const dispatcher = new Dispatcher(code, { ...options, startMillis: 1_000 });
      const job = { kind: "missing", texts: [] } as const;
      const run = Effect.callback<Reply, RenderError | RendererUnavailable>((settle) =>
        dispatcher.submit({ tenant: "a", job, micros: 1, settle }),
      );
      assert.include((yield* Effect.flip(run)).message, "not started");
      yield* Effect.promise(() => dispatcher.close());
    }).pipe(Effect.scoped),
  );
});
