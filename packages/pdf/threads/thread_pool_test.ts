import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Worker } from "node:worker_threads";

import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { jsonBytes } from "@paraph/core/renders";
import { CurrentTenant } from "@paraph/core/values";
import { Deferred, Effect, Fiber, Queue, Result } from "effect";

import { compileLayout } from "../compile/compile_layout.ts";
import { toBytes } from "../compile/template_bytes.ts";
import { dataOf, field, layoutOf, manifestOf, rowsOf } from "../testing/fixtures.ts";
import { type Job, type Reply, WRITES } from "./messages.ts";
import { threadCode } from "./thread_code.ts";
import { Dispatcher, ThreadPool, type ThreadPoolOptions } from "./thread_pool.ts";

const SMALL = 1_000;
const HEAVY = 300_000;

const compile = async (layout: Layout) =>
  toBytes(await compileLayout({ layout, manifest: manifestOf(), title: "Title" })).bytes;
const LETTER = await compile({ ...layoutOf(field({ height: 20 })), missingGlyph: "fail" });
const TABLE = await compile(layoutOf(field({ name: "rows", type: "table", height: 20 })));
const dynamicFontSize = { min: 1, max: 100, fit: "vertical" };
const fitted = Array.from({ length: 50 }, (_, index) =>
  field({ name: `fitted ${index}`, content: "{text}", readOnly: true, dynamicFontSize }),
);
const FITTED = await compile(layoutOf(...fitted));

const letter = (text: string, id = "letter"): Job => ({
  kind: "render",
  template: { id, bytes: LETTER },
  data: jsonBytes(dataOf({ text })),
  fetched: new Map(),
});
const table = (rows: number): Job => ({
  kind: "render",
  template: { id: "table", bytes: TABLE },
  data: jsonBytes(dataOf({}, rowsOf(rows))),
  fetched: new Map(),
});
/** A job that takes longer than any deadline in this file, within the limits of pages and memory. */
const endless = (): Job => ({
  kind: "render",
  template: { id: "fitted", bytes: FITTED },
  data: jsonBytes(dataOf({ text: "word ".repeat(100_000) })),
  fetched: new Map(),
});

const hash = (reply: Reply) =>
  reply.kind === "rendered" ? createHash("sha256").update(reply.bytes).digest("hex") : reply.kind;

const pool = (options: Partial<ThreadPoolOptions> = {}) =>
  ThreadPool.layer({ threads: 1, deadline: "30 seconds", ...options });

describe("ThreadPool", () => {
  it.live("renders the same bytes on every thread, in any order", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      const texts = Array.from({ length: 60 }, (_, index) => `Letter ${(index * 7) % 5}`);
      const replies = yield* Effect.forEach(texts, (text) => run(letter(text), SMALL), {
        concurrency: 20,
      });
      const hashes = new Map(texts.map((text, index) => [text, new Set<string>([`${index}`])]));
      for (const set of hashes.values()) set.clear();
      replies.forEach((reply, index) => hashes.get(texts[index] ?? "")?.add(hash(reply)));
      assert.deepStrictEqual(
        [...hashes.values()].map(({ size }) => size),
        [1, 1, 1, 1, 1],
      );
      assert.isTrue(replies.every(({ kind }) => kind === "rendered"));
    }).pipe(Effect.provide(pool({ threads: 3 }))),
  );

  it.live("replies to each document of a batch, valid or not", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      const texts = ["first", "good", "bad \u{10400}", "good", "bad \u{10400}", "last"];
      const replies = yield* Effect.forEach(texts, (text) => run(letter(text), 10), {
        concurrency: "unbounded",
      });
      assert.deepStrictEqual(
        replies.map((reply) => (reply.kind === "fault" ? reply.code : reply.kind)),
        ["rendered", "rendered", "glyph_missing", "rendered", "glyph_missing", "rendered"],
      );
    }).pipe(Effect.provide(pool())),
  );

  it.live("stops a thread at the deadline, and renders the documents behind it", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      const jobs = [letter("first"), letter("a"), endless(), letter("b"), letter("c")];
      const exits = yield* Effect.forEach(jobs, (job) => run(job, 10).pipe(Effect.result), {
        concurrency: "unbounded",
      });
      assert.deepStrictEqual(
        exits.map((exit) => (exit._tag === "Success" ? exit.success.kind : exit.failure._tag)),
        ["rendered", "rendered", "render_fault", "rendered", "rendered"],
      );
    }).pipe(Effect.provide(pool({ deadline: "1500 millis" }))),
  );

  it.live("does not delay small documents behind an unexpectedly slow one", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      const completedNames: Array<string> = [];
      const runAndRecord = (name: string, job: Job) =>
        run(job, 10).pipe(
          Effect.exit,
          Effect.andThen(Effect.sync(() => completedNames.push(name))),
        );
      // All of them wait for the first thread, which takes half: the slow document and the next one.
      yield* Effect.forkChild(runAndRecord("slow", endless()), { startImmediately: true });
      yield* Effect.forEach(["a", "b", "c"], (name) => runAndRecord(name, letter(name)), {
        concurrency: "unbounded",
      });
      assert.sameMembers(completedNames, ["a", "b", "c"]);
    }).pipe(Effect.provide(pool({ threads: 2, deadline: "60 seconds" }))),
  );

  it.live("starts more threads when they are needed", () =>
    Effect.gen(function* () {
      const workers = yield* countThreads;
      const { run } = yield* ThreadPool;
      const runFor = (tenant: string, job: Job) =>
        run(job, SMALL).pipe(Effect.provideService(CurrentTenant, tenant));
      const texts = Array.from({ length: 60 }, (_, index) => `Letter ${index}`);
      yield* Effect.forEach(texts, (text) => runFor("a", letter(text)), { concurrency: 20 });
      assert.strictEqual(workers.length, 2);
      // One tenant keeps its two threads busy.
      const failures = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(Effect.flip(runFor("a", endless())), { startImmediately: true }),
      );
      assert.strictEqual((yield* runFor("b", letter("hello"))).kind, "rendered");
      assert.strictEqual(workers.length, 3);
      for (const failure of failures)
        assert.strictEqual((yield* Fiber.join(failure))._tag, "render_fault");
      // Both are replaced, and a spare thread starts.
      yield* Effect.promise(() => allReady(workers, 6));
      assert.strictEqual((yield* runFor("a", letter("still here"))).kind, "rendered");
      assert.strictEqual(workers.length, 6);
    }).pipe(Effect.provide(pool({ deadline: "5 seconds" })), Effect.scoped),
  );

  it.live("does not let large documents delay small ones", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      yield* run(letter("warm"), SMALL);
      const order: Array<string> = [];
      const runAndRecord = (name: string, job: Job, micros: number) =>
        run(job, micros).pipe(Effect.andThen(Effect.sync(() => order.push(name))));
      const large = yield* Effect.forEach(["large 1", "large 2"], (name) =>
        Effect.forkChild(runAndRecord(name, table(3_000), HEAVY)),
      );
      for (const name of ["small 1", "small 2", "small 3"])
        yield* runAndRecord(name, letter(name), SMALL);
      yield* Effect.forEach(large, Fiber.join);
      assert.deepStrictEqual(order, ["small 1", "small 2", "small 3", "large 1", "large 2"]);
    }).pipe(Effect.provide(pool())),
  );

  it.live("sends a template again to a thread that has evicted it", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      const first = yield* run(letter("same", "template 0"), SMALL);
      const ids = Array.from({ length: 100 }, (_, index) => `template ${index + 1}`);
      yield* Effect.forEach(ids, (id) => run(letter("other", id), SMALL), { concurrency: 8 });
      const again = yield* run(letter("same", "template 0"), SMALL);
      assert.strictEqual(hash(again), hash(first));
    }).pipe(Effect.provide(pool())),
  );

  it.live("survives a document that exceeds the memory limit of a thread", () =>
    Effect.gen(function* () {
      const { run } = yield* ThreadPool;
      // One field that does not break across pages, so that the page limit does not apply first.
      const error = yield* run(letter("word ".repeat(10_000_000)), HEAVY).pipe(Effect.flip);
      assert.strictEqual(error._tag, "render_fault");
      assert.include(error.message, "memory");
      assert.strictEqual((yield* run(letter("still here"), SMALL)).kind, "rendered");
    }).pipe(Effect.provide(pool({ memoryMb: 48 }))),
  );

  it.live("replaces a thread after its number of jobs", () =>
    Effect.gen(function* () {
      const workers = yield* countThreads;
      const { run } = yield* ThreadPool;
      const texts = Array.from({ length: 60 }, (_, index) => `Letter ${index}`);
      const replies = yield* Effect.forEach(texts, (text) => run(letter(text), SMALL), {
        concurrency: 4,
      });
      assert.isTrue(replies.every(({ kind }) => kind === "rendered"));
      // A batch is finished first: at most 5 jobs and the 3 in the batch of the fifth.
      assert.isAtLeast(workers.length, 7);
    }).pipe(Effect.provide(pool({ jobsPerThread: 5 })), Effect.scoped),
  );

  it.live("leaves no threads and no files behind", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder;
      const workers = yield* countThreads;
      const waiting = yield* Deferred.make<void>();
      yield* Effect.gen(function* () {
        const { run } = yield* ThreadPool;
        yield* run(letter("hello"), SMALL);
        yield* Effect.forkDetach(
          run(endless(), HEAVY).pipe(
            Effect.flip,
            Effect.flatMap(({ _tag }) =>
              Effect.sync(() => assert.strictEqual(_tag, "renderer_unavailable")),
            ),
            Effect.andThen(Deferred.succeed(waiting, undefined)),
          ),
          { startImmediately: true },
        );
      }).pipe(Effect.provide(pool()));
      // Waiting jobs fail.
      yield* Deferred.await(waiting);
      assert.isAtLeast(workers.length, 1);
      assert.isTrue(workers.every(({ threadId }) => threadId === -1));
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), []);
    }).pipe(Effect.scoped),
  );
});

describe("Dispatcher", () => {
  it.live.each([
    ["an unhandled rejection", `void Promise.reject(new Error("lost"))`, "lost"],
    ["an exit", "process.exit(3)", "exit 3"],
    ["an error outside of any job", `setImmediate(() => { throw new Error("late") })`, "late"],
  ] as const)("reports %s in a thread, and runs the next job", ([, crash, reason]) =>
    Effect.gen(function* () {
      const run = yield* runOnThreads(`
        parentPort.on("message", ({ jobs }) => {
          if (!jobs.some((job) => Buffer.from(job.data).includes("CRASH"))) return;
          jobs.length = 0;
          ${crash};
        });`);
      const error = yield* run(letter("CRASH"), SMALL).pipe(Effect.flip);
      assert.strictEqual(error._tag, "renderer_unavailable");
      assert.include(error.message, reason);
      assert.strictEqual((yield* run(letter("still here"), SMALL)).kind, "rendered");
    }).pipe(Effect.scoped),
  );

  it.live("leaves a thread for others, regardless of one tenant's documents", () =>
    Effect.gen(function* () {
      const run = yield* runOnThreads(`
        parentPort.on("message", ({ jobs }) => {
          while (jobs.some((job) => Buffer.from(job.data).includes("ENDLESS"))) ${pause(50)};
        });`);
      yield* run(letter("warm"), SMALL);
      const completedNames: Array<string> = [];
      const runAndRecord = (name: string, job: Job, micros: number) =>
        run(job, micros, name).pipe(
          Effect.exit,
          Effect.andThen(Effect.sync(() => completedNames.push(name))),
        );
      // Some are known to be slow, some are unexpectedly slow.
      const attack = yield* Effect.forEach(Array.from({ length: 8 }), (_, index) =>
        Effect.forkChild(
          runAndRecord("attacker", letter("ENDLESS"), index % 2 === 0 ? SMALL : HEAVY),
          { startImmediately: true },
        ),
      );
      yield* runAndRecord("small", letter("hello"), SMALL);
      yield* runAndRecord("large", letter("hello"), HEAVY);
      yield* runAndRecord("small again", letter("hello"), SMALL);
      assert.deepStrictEqual(completedNames, ["small", "large", "small again"]);
      yield* Effect.forEach(attack, Fiber.interrupt);
    }).pipe(Effect.scoped),
  );

  it.live("runs jobs that take long to arrive at their thread", () =>
    Effect.gen(function* () {
      // Longer than jobs wait behind a slow one.
      const run = yield* runOnThreads(`parentPort.on("message", () => ${pause(300)});`);
      const replies = yield* Effect.forEach(
        ["a", "b", "c", "d"],
        (text) => run(letter(text), SMALL),
        { concurrency: "unbounded" },
      );
      assert.isTrue(replies.every(({ kind }) => kind === "rendered"));
    }).pipe(Effect.scoped),
  );

  it.live("does not start a further thread again and again if it cannot start", () =>
    Effect.gen(function* () {
      const workers = yield* countThreads;
      const run = yield* runOnThreads(`
        import { appendFileSync, readFileSync } from "node:fs";
        const starts = new URL("./starts", import.meta.url);
        appendFileSync(starts, ".");
        if (readFileSync(starts).length > 2) throw new Error("no more threads");
        parentPort.on("message", ({ jobs }) => {
          if (jobs.some((job) => Buffer.from(job.data).includes("SLOW"))) ${pause(2_000)};
        });`);
      yield* run(letter("warm"), SMALL);
      const slow = yield* Effect.forEach(["SLOW 1", "SLOW 2"], (text) =>
        Effect.forkChild(run(letter(text), SMALL), { startImmediately: true }),
      );
      assert.strictEqual((yield* run(letter("hello"), SMALL, "b")).kind, "rendered");
      yield* Effect.forEach(slow, Fiber.join);
      // One when it is needed, one for each job that takes long, and one for each reply.
      assert.isAtMost(workers.length, 8);
    }).pipe(Effect.scoped),
  );

  it.live(
    "reports a disk that does not respond as transient, and starts few threads meanwhile",
    () =>
      Effect.gen(function* () {
        const workers = yield* countThreads;
        const run = yield* runOnThreads(`
        import { closeSync, openSync } from "node:fs";
        parentPort.on("message", ({ jobs, progress }) => {
          if (!jobs.some((job) => Buffer.from(job.data).includes("HANG"))) return;
          Atomics.store(progress, ${WRITES}, 1);
          // Blocks until a writer opens it.
          closeSync(openSync(new URL("./disk", import.meta.url), "r"));
        });`);
        const disk = join(tmpdir(), "disk");
        execFileSync("mkfifo", [disk]);
        const failures = yield* Queue.unbounded<string>();
        const jobs = yield* Effect.forEach(Array.from({ length: 12 }), () =>
          run(letter("HANG"), SMALL, "a", 2_000).pipe(
            Effect.tapError(({ _tag }) => Queue.offer(failures, _tag)),
            Effect.result,
            Effect.forkChild({ startImmediately: true }),
          ),
        );
        const tags = yield* Effect.replicateEffect(Queue.take(failures), 8);
        const startedThreads = workers.length;
        // The disk responds again. Until then, no thread of the test can stop.
        yield* Effect.acquireRelease(
          Effect.promise(() => open(disk, "r+")),
          (writer) => Effect.promise(() => writer.close()),
        );
        assert.isTrue(tags.every((tag) => tag === "renderer_unavailable"));
        assert.strictEqual(startedThreads, 8);
        const results = yield* Effect.forEach(jobs, Fiber.join);
        assert.strictEqual(results.filter(Result.isSuccess).length, 4);
      }).pipe(Effect.scoped),
  );

  it.live("fails waiting jobs when threads cannot start", () =>
    Effect.gen(function* () {
      const code = yield* threadCode;
      const entry = new URL("./missing.mjs", code.entry);
      const options = { threads: 1, deadlineMillis: 30_000, jobsPerThread: 100, memoryMb: 768 };
      const dispatcher = yield* Effect.acquireRelease(
        Effect.sync(() => new Dispatcher({ ...code, entry }, options)),
        (instance) => Effect.promise(() => instance.close()),
      );
      const run = Effect.callback<Reply, { readonly _tag: string }>((settle) =>
        dispatcher.submit({ tenant: "a", job: letter("hello"), micros: SMALL, settle }),
      );
      assert.strictEqual((yield* Effect.flip(run))._tag, "renderer_unavailable");
      assert.strictEqual((yield* Effect.flip(run))._tag, "renderer_unavailable");
    }).pipe(Effect.scoped),
  );
});

/** Code that blocks a thread for milliseconds. */
const pause = (millis: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${millis})`;

/** Runs jobs on real threads that first run other code, which may use `parentPort`. */
const runOnThreads = Effect.fnUntraced(function* (prelude: string) {
  const code = yield* threadCode;
  const folder = yield* temporaryFolder;
  const entry = join(folder, "thread.mjs");
  const source = `
    import { parentPort } from "node:worker_threads";
    ${prelude}
    await import(${JSON.stringify(code.entry.href)});`;
  yield* Effect.promise(() => writeFile(entry, source));
  const options = { threads: 1, deadlineMillis: 60_000, jobsPerThread: 100, memoryMb: 768 };
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => new Dispatcher({ ...code, entry: pathToFileURL(entry) }, options)),
    (instance) => Effect.promise(() => instance.close()),
  );
  return (job: Job, micros: number, tenant = "a", limitMillis = Infinity) =>
    Effect.callback<Reply, { readonly _tag: string; readonly message: string }>((settle) => {
      const task = { tenant, job, micros, limitMillis, settle };
      dispatcher.submit(task);
      return Effect.sync(() => dispatcher.forget(task));
    });
});

/** Records every thread that this process starts from now on. */
const countThreads = Effect.acquireRelease(
  Effect.sync(() => {
    const workers: Array<Worker> = [];
    const note = (worker: Worker) => workers.push(worker);
    process.on("worker", note);
    return { started: workers, note };
  }),
  ({ note }) => Effect.sync(() => process.off("worker", note)),
).pipe(Effect.map(({ started }) => started));

/** Waits until `count` threads have started and are ready. */
async function allReady(workers: ReadonlyArray<Worker>, count: number): Promise<void> {
  while (workers.length < count) await once(process, "worker");
  const last = workers[count - 1];
  if (last !== undefined) await once(last, "message");
}

/** A folder for temporary files while the scope is open. */
const temporaryFolder = Effect.acquireRelease(
  Effect.promise(async () => {
    const before = tmpdir();
    const folder = await mkdtemp(join(before, "paraph-test-"));
    setTemporaryFolder(folder);
    return { folder, before };
  }),
  ({ folder, before }) =>
    Effect.promise(() => {
      setTemporaryFolder(before);
      return rm(folder, { recursive: true });
    }),
).pipe(Effect.map(({ folder }) => folder));

function setTemporaryFolder(folder: string): void {
  process.env["TMPDIR"] = folder;
}
