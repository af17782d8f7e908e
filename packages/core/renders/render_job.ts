import {
  Cause,
  Context,
  DateTime,
  Duration,
  Effect,
  Layer,
  Option,
  Result,
  Schedule,
} from "effect";
import { Digest } from "effect/crypto";

import {
  asJob,
  currentTraceParent,
  METRICS,
  record,
  timed,
  type TraceParent,
} from "../telemetry/mod.ts";
import { type CompiledVersion, versionStorage } from "../templates/mod.ts";
import {
  batched,
  isPermanentFailure,
  onBehalfOf,
  PublicUrls,
  type RenderId,
  sizedCache,
  type TemplateVersionId,
  Transaction,
} from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { AssetStore } from "./asset_store.ts";
import type { StorageUnavailable } from "./errors.ts";
import { pdfFilename } from "./filename.ts";
import { PdfRenderer, type RendererUnavailable, RenderError } from "./pdf_renderer.ts";
import { CurrentRenderEndings } from "./render_endings.ts";
import { RenderStore, type RenderTask, type Settlement } from "./render_store.ts";
import { renderEvent } from "./render_view.ts";
import { documentName } from "./renders.ts";
import { dataStorage } from "./stored_data.ts";

/** The number of workers that may die during a render before it is regarded as the cause. */
export const MAX_CRASHES = 5;

/** How long after its submission a render is retried after transient failures. */
export const RETRY_WITHIN = Duration.hours(24);

/** Versions are immutable, so recently used ones are cached. */
const VERSION_CACHE = { count: 32, bytes: 64 * 1024 * 1024 } as const;

/** How long a worker retries to requeue a render while the database does not respond. */
const REQUEUE_RETRIES = Schedule.max([Schedule.spaced("1 second"), Schedule.recurs(600)]);

/** Renders that start or end together share a statement. */
const BATCHES = { concurrency: 2, atMost: 32 };

/** A settlement, and the span that caused it. */
type TracedSettlement = Settlement & { readonly traceParent: TraceParent | null };

/** Runs the jobs of the render queue. */
export class RenderJob extends Context.Service<
  RenderJob,
  {
    /**
     * Renders a document and settles the render. Repeated and concurrent runs are harmless: the final status
     * does not change, and the same render produces the same file.
     *
     * Fails or dies after a transient failure. The render is then requeued and must be retried; after a day
     * it is settled as failed instead.
     *
     * @param attempt The number of the attempt, from 1.
     */
    readonly run: (
      id: RenderId,
      attempt: number,
    ) => Effect.Effect<void, RendererUnavailable | StorageUnavailable>;
  }
>()("@paraph/core/renders/RenderJob") {
  static readonly layer = Layer.effect(
    RenderJob,
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const assets = yield* AssetStore;
      const renderer = yield* PdfRenderer;
      const events = yield* EventPublisher;
      const transaction = yield* Transaction;
      const { base } = yield* PublicUrls;
      const endings = yield* CurrentRenderEndings;
      const digest = yield* Digest.Digest;
      const { load: loadData } = yield* dataStorage;
      const { load: loadVersion } = yield* versionStorage;
      const version = yield* sizedCache({
        ...VERSION_CACHE,
        lookup: (id: TemplateVersionId) => loadVersion(id),
        sizeOf: (compiledVersion: CompiledVersion) => compiledVersion.compiled?.bytes.length ?? 0,
      });

      const renderDocument = Effect.fnUntraced(function* (task: RenderTask) {
        if (task.unfinishedStarts > MAX_CRASHES) return yield* CRASH_LOOP;
        const input = Effect.all({
          version: version(task.templateVersionId),
          data: loadData(task.data),
        });
        return yield* stage("draw", renderer.render(yield* stage("load", input)));
      });

      /** Stores a document and its public copy. */
      const storeDocument = Effect.fnUntraced(function* (
        id: RenderId,
        { downloadToken: token, filename, templateSlug }: RenderTask,
        bytes: Uint8Array,
      ) {
        yield* assets.put(documentName(id), bytes);
        const publicName = pdfFilename(filename, templateSlug);
        return yield* assets.publish({ token, bytes, filename: publicName });
      });

      /** Settles renders with their events; returns the ids of those that have not ended before. */
      const settleAll = Effect.fnUntraced(function* (ends: ReadonlyArray<TracedSettlement>) {
        const settledRenders = yield* store.settle(ends);
        const rest = ends.filter(({ id }) => settledRenders.every((render) => render.id !== id));
        // They have ended, or a worker that had lost these jobs has requeued them. In the second case, start
        // them again.
        const restartedRenders = rest.length === 0 ? [] : yield* restartAndSettle(rest);
        const renders = [...settledRenders, ...restartedRenders];
        const traceParents = new Map(ends.map(({ id, traceParent }) => [id, traceParent]));
        yield* events.publish(
          ...renders.map((render) => ({
            ...renderEvent(
              render.status === "succeeded" ? "render.succeeded" : "render.failed",
              render,
              base,
            ),
            traceParent: traceParents.get(render.id) ?? null,
          })),
        );
        const ids = new Set(renders.map(({ id }) => id));
        // A worker that had lost the job may have settled it in the same batch.
        return ends.map(({ id }) => ids.delete(id));
      }, transaction.run);

      const restartAndSettle = Effect.fnUntraced(function* (ends: ReadonlyArray<TracedSettlement>) {
        const ids = ends.map(({ id }) => id);
        const startedTasks = yield* store.start(ids, yield* DateTime.now);
        if (startedTasks.length === 0) return [];
        return yield* store.settle(
          ends.filter(({ id }) => startedTasks.some((task) => task.id === id)),
        );
      });

      const settle = yield* batched(settleAll, BATCHES);

      const start = yield* batched(
        Effect.fnUntraced(function* (ids: ReadonlyArray<RenderId>) {
          const tasks = yield* store.start(ids, yield* DateTime.now);
          return ids.map((id) => tasks.find((task) => task.id === id));
          // Rolled back if a row cannot be read, so that attempts are counted once.
        }, transaction.run),
        BATCHES,
      );

      const settleOnce = Effect.fnUntraced(function* (settlement: Settlement) {
        const tracedSettlement = Effect.map(currentTraceParent, (traceParent) => ({
          ...settlement,
          traceParent,
        }));
        const isFirst = yield* stage("settle", Effect.flatMap(tracedSettlement, settle));
        endings.notify(settlement.id);
        if (!isFirst) return;
        const hasSucceeded = settlement.move === "succeed";
        yield* record(METRICS.renders, 1, {
          outcome: hasSucceeded ? "succeeded" : "failed",
          error_code: hasSucceeded ? "" : settlement.errorCode,
        });
      });

      const fail = Effect.fnUntraced(function* (id: RenderId, { code, message }: RenderError) {
        const now = yield* DateTime.now;
        yield* settleOnce({ id, move: "fail", at: now, errorCode: code, errorMessage: message });
      });

      const renderAndSettle = Effect.fnUntraced(function* (id: RenderId, task: RenderTask) {
        const { bytes, pageCount, warnings } = yield* renderDocument(task);
        for (const { message } of warnings) yield* Effect.logWarning(`Render ${id}: ${message}`);
        const sha256 = yield* digest.digestHex(Digest.sha256, bytes);
        const publicUrl = yield* stage("store", storeDocument(id, task, bytes));
        const now = yield* DateTime.now;
        const documentInfo = { pageCount, byteSize: bytes.length, sha256 };
        yield* settleOnce({
          id,
          move: "succeed",
          at: now,
          ...documentInfo,
          ...(Option.isNone(publicUrl) ? {} : { publicUrl: publicUrl.value }),
        });
      });

      /** Passes transient failures on until the time limit, and then fails the render. */
      const giveUp = Effect.fnUntraced(function* <E extends { readonly message: string }>(
        id: RenderId,
        { createdAt }: RenderTask,
        cause: Cause.Cause<E>,
      ) {
        if (isPermanentFailure(cause)) {
          yield* Effect.logError("A render failed permanently", cause);
          return yield* fail(id, UNREADABLE);
        }
        const deadline = DateTime.addDuration(createdAt, RETRY_WITHIN);
        const isLate = DateTime.isGreaterThanOrEqualTo(yield* DateTime.now, deadline);
        if (Cause.hasInterrupts(cause) || !isLate) return yield* Effect.failCause(cause);
        yield* Effect.logError("A render failed after a day of retries", cause);
        return yield* fail(
          id,
          retriesExhausted(Result.getOrUndefined(Cause.findError(cause))?.message),
        );
      });

      const work = (id: RenderId, task: RenderTask) =>
        renderAndSettle(id, task).pipe(
          Effect.catchTag("render_fault", (error) => fail(id, error)),
          Effect.catchCause((cause) => giveUp(id, task, cause)),
          onBehalfOf(task.projectId),
        );

      /** Marks the attempt as finished, so that it does not count as a crash of the worker. */
      const requeue = (id: RenderId) =>
        store.requeue(id).pipe(Effect.sandbox, Effect.retry(REQUEUE_RETRIES), Effect.ignore);

      const run = Effect.fnUntraced(function* (id: RenderId, attempt: number) {
        const now = yield* DateTime.now;
        const task = yield* start(id);
        if (task === undefined) return;
        if (attempt === 1) yield* recordWait(DateTime.distance(task.createdAt, now));
        yield* work(id, task).pipe(
          Effect.onError(() => requeue(id)),
          asJob({ queue: "renders", id, attempt, traceParent: task.traceParent }),
        );
      });

      return RenderJob.of({ run });
    }),
  );
}

/** Measures and traces a stage of the work. */
function stage<A, E, R>(name: "load" | "draw" | "store" | "settle", part: Effect.Effect<A, E, R>) {
  return part.pipe(
    timed(METRICS.renderSeconds, { stage: name }),
    Effect.withSpan(`RenderJob.${name}`),
  );
}

function recordWait(duration: Duration.Duration) {
  return record(METRICS.renderSeconds, Duration.toSeconds(duration), { stage: "wait" });
}

const CRASH_LOOP = new RenderError({
  code: "render_failed",
  message: `Gave up: ${MAX_CRASHES} workers died while rendering this document`,
});

/** Integrators see this text; details are only in the log, for the operator. */
const UNREADABLE = new RenderError({
  code: "render_failed",
  message: "The stored template or data cannot be read",
});

function retriesExhausted(reason = "An internal service failed"): RenderError {
  return new RenderError({
    code: "render_failed",
    message: `Gave up after a day of retries: ${reason}`,
  });
}
