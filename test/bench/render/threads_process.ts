/** Measures the cost of a render thread and the throughput of threads, and reports once. */
import { imageFetcherNone, jsonBytes, PdfRenderer } from "@paraph/core/renders";
import { versionOf } from "@paraph/core/templates";
import { TemplateVersionId } from "@paraph/core/values";
import { pdfRenderer } from "@paraph/pdf";
import { Effect, Layer } from "effect";

import { compileLayout } from "../../../packages/pdf/compile/compile_layout.ts";
import { ENGINE, toBytes } from "../../../packages/pdf/compile/template_bytes.ts";
import {
  type BatchMessage,
  type BatchReply,
  initialProgress,
} from "../../../packages/pdf/threads/messages.ts";
import { type ThreadCode, threadCode } from "../../../packages/pdf/threads/thread_code.ts";
import { startThread, type WorkerThread } from "../../../packages/pdf/threads/worker_thread.ts";
import { type SubjectName, subjectOf } from "./documents.ts";
import { inputOf, sourceOf } from "./engines/paraph.ts";
import { STATEMENT_ROWS } from "./measure_engines.ts";

const THREADS = [1, 2];
const SUBJECTS = ["invoice", "overlay", "statement"] as const;
/** The number of concurrent documents, and the duration. */
const CONCURRENCY = 64;
const MILLIS = 2_000;
const STARTS = 5;

/** The figures of threads. */
export interface ThreadFigures {
  /** The median start time of a thread in milliseconds, and its memory in MB: fresh, and after work. */
  readonly start: number;
  readonly fresh: number;
  readonly warm: number;
  readonly rates: ReadonlyArray<{
    readonly subject: SubjectName;
    /** Documents a second at 1 and at 2 threads. */
    readonly perSecond: ReadonlyArray<number>;
  }>;
}

async function renderRequests(subject: SubjectName, count: number) {
  const { document, dataOf } = subjectOf(subject, "latin", STATEMENT_ROWS);
  const source = await sourceOf(document);
  const { bytes } = toBytes(await compileLayout(source));
  const id = TemplateVersionId.make(
    `00000000-0000-7000-8000-00000000000${SUBJECTS.indexOf(subject)}`,
  );
  const version = versionOf(id, source, { engine: ENGINE, bytes });
  return Array.from({ length: count }, (_, index) => ({ version, data: inputOf(dataOf(index)) }));
}

async function measureRate(subject: SubjectName, threads: number): Promise<number> {
  const work = await renderRequests(subject, subject === "statement" ? 4 : 50);
  const renderFor = (millis: number) =>
    Effect.gen(function* () {
      const { render: draw } = yield* PdfRenderer;
      const start = performance.now();
      let count = 0;
      const next = Effect.suspend(() => {
        const request = work[count++ % work.length];
        return request === undefined ? Effect.void : draw(request);
      });
      const client = next.pipe(Effect.repeat({ while: () => performance.now() - start < millis }));
      const concurrency = subject === "statement" ? 2 * threads : CONCURRENCY;
      yield* Effect.forEach(Array.from({ length: concurrency }), () => client, {
        concurrency: "unbounded",
        discard: true,
      });
      return (count * 1000) / (performance.now() - start);
    });
  return Effect.runPromise(
    renderFor(MILLIS / 2).pipe(
      Effect.andThen(renderFor(MILLIS)),
      Effect.provide(Layer.provide(pdfRenderer({ threads }), imageFetcherNone)),
    ),
  );
}

const megabytes = () => process.memoryUsage.rss() / 1e6;

async function measureThreads(code: ThreadCode) {
  const invoice = await renderRequests("invoice", 40);
  const [statement] = await renderRequests("statement", 1);
  const jobs = [...invoice, ...(statement === undefined ? [] : [statement])].map(
    ({ version, data }) => ({
      ...({ kind: "render", data: jsonBytes(data), fetched: new Map() } as const),
      template: { id: version.id, bytes: version.compiled?.bytes ?? new Uint8Array() },
    }),
  );
  const starts: Array<number> = [];
  const [fresh, warm]: [Array<number>, Array<number>] = [[], []];
  for (let round = 0; round < STARTS; round++) {
    const [before, start] = [megabytes(), performance.now()];
    const { thread, waitForReplies } = await ready(code);
    starts.push(performance.now() - start);
    fresh.push(megabytes() - before);
    thread.send({ jobs, progress: initialProgress() });
    await waitForReplies(jobs.length);
    warm.push(megabytes() - before);
    await thread.stop();
  }
  const median = (values: ReadonlyArray<number>) =>
    values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
  // Memory that a stopped thread returned to the process only is not requested from the system again.
  return { start: median(starts), fresh: fresh[0] ?? 0, warm: warm[0] ?? 0 };
}

function ready(code: ThreadCode) {
  return new Promise<{
    readonly thread: WorkerThread<BatchMessage>;
    readonly waitForReplies: (count: number) => Promise<void>;
  }>((resolve, reject) => {
    let responses = 0;
    let wake = () => {};
    const waitForReplies = (count: number) =>
      new Promise<void>((done) => {
        wake = () => responses >= count && done();
        wake();
      });
    const thread = startThread<BatchMessage, BatchReply>(
      code,
      { memoryMb: 768, youngMb: 16 },
      {
        ready: () => resolve({ thread, waitForReplies }),
        message: () => {
          responses += 1;
          wake();
        },
        exit: (reason) => reject(new Error(reason)),
      },
    );
  });
}

const thread = await Effect.runPromise(
  Effect.scoped(
    threadCode.pipe(Effect.andThen((code) => Effect.promise(() => measureThreads(code)))),
  ),
);
const rates: Array<ThreadFigures["rates"][number]> = [];
for (const subject of SUBJECTS) {
  const perSecond: Array<number> = [];
  for (const threads of THREADS) perSecond.push(await measureRate(subject, threads));
  rates.push({ subject, perSecond });
}
const figures: ThreadFigures = { ...thread, rates };
process.send?.(figures);
process.disconnect();
