import { Cause, Context, DateTime, Duration, Effect, Layer, Option, Result } from "effect";

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
  type JobClaim,
  onBehalfOf,
  PublicUrls,
  type RenderId,
  sizedCache,
  type TemplateVersionId,
  Transaction,
} from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { batchCompletion } from "./batches/batch_completion.ts";
import { BatchFollowUps } from "./batches/batch_follow_ups.ts";
import { type AssetDrafts, AssetStore } from "./documents/asset_store.ts";
import { documentName } from "./documents/document_name.ts";
import { pdfFilename } from "./documents/filename.ts";
import { dataStorage } from "./documents/stored_data.ts";
import type { StorageUnavailable } from "./errors.ts";
import {
  PdfRenderer,
  type RenderedFile,
  type RenderedPdf,
  type RendererUnavailable,
  RenderError,
  type RenderInput,
} from "./pdf_renderer.ts";
import { CurrentRenderEndings } from "./render_endings.ts";
import { RenderStore, type RenderTask, type Settlement } from "./render_store.ts";
import { renderEvent } from "./render_view.ts";

/** The number of workers that may die during a render before it is regarded as the cause. */
export const MAX_CRASHES = 5;

/** How long after its submission a render is retried after transient failures. */
export const RETRY_WITHIN = Duration.hours(24);

/** Versions are immutable, so recently used ones are cached. */
const VERSION_CACHE = { count: 32, bytes: 64 * 1024 * 1024 } as const;

/** Renders that end together share a transaction. */
const SETTLEMENTS = { concurrency: 2, atMost: 32 };

/** A settlement, and the span that caused it. */
type TracedSettlement = Settlement & { readonly traceParent: TraceParent | null };

/** A document in the store. */
interface StoredDocument extends RenderedFile {
  /** The URL of its public copy. */
  readonly publicUrl?: string;
}

/** A job of the render queue that a worker has claimed. */
export type ClaimedRender = Pick<
  JobClaim<RenderId>,
  "id" | "claimedAt" | "attempts" | "abandonedClaims"
>;

/** Runs the jobs of the render queue. */
export class RenderJob extends Context.Service<
  RenderJob,
  {
    /**
     * Renders a document and settles the render. Repeated and concurrent runs are harmless: the final status
     * does not change, and the same render produces the same file.
     *
     * Fails or dies after a transient failure. The job must then be retried; after a day the render is settled
     * as failed instead.
     */
    readonly run: (
      job: ClaimedRender,
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
      const completeBatches = yield* batchCompletion;
      const followUps = yield* BatchFollowUps;
      const transaction = yield* Transaction;
      const { base } = yield* PublicUrls;
      const endings = yield* CurrentRenderEndings;
      const { load: loadData } = yield* dataStorage;
      const { load: loadVersion } = yield* versionStorage;
      const version = yield* sizedCache({
        ...VERSION_CACHE,
        lookup: (id: TemplateVersionId) => loadVersion(id),
        sizeOf: (compiledVersion: CompiledVersion) => compiledVersion.compiled?.bytes.length ?? 0,
      });

      const loadInput = Effect.fnUntraced(function* (job: ClaimedRender, task: RenderTask) {
        if (job.abandonedClaims >= MAX_CRASHES) return yield* CRASH_LOOP;
        const input = Effect.all({
          version: version(task.templateVersionId),
          data: loadData(task.data),
          encryption: Effect.succeed(task.encryptionKeys),
          standard: Effect.succeed(task.standard),
        });
        return yield* stage("load", input);
      });

      /** Stores a document and its public copy, if its project has public downloads. */
      const storeDocument = Effect.fnUntraced(function* (
        { id, downloadToken: token, filename, templateSlug, publicDownloads }: RenderTask,
        { bytes, ...facts }: RenderedPdf,
      ): Effect.fn.Return<StoredDocument, StorageUnavailable> {
        yield* assets.put(documentName(id), bytes);
        const document = { ...facts, byteSize: bytes.length };
        if (!publicDownloads) return document;
        const publicName = pdfFilename(filename, templateSlug);
        const publicUrl = yield* assets.publish({ token, bytes, filename: publicName });
        return Option.isNone(publicUrl) ? document : { ...document, publicUrl: publicUrl.value };
      });

      const renderThenStore = Effect.fnUntraced(function* (
        task: RenderTask,
        input: RenderInput,
      ): Effect.fn.Return<StoredDocument, RenderError | RendererUnavailable | StorageUnavailable> {
        const rendered = yield* stage("draw", renderer.render(input));
        return yield* stage("store", storeDocument(task, rendered));
      });

      /** Lets the renderer write the file, which then does not pass through this thread. */
      const renderIntoStore = ({ newPath, move, remove }: AssetDrafts): typeof renderThenStore =>
        Effect.fnUntraced(function* (task, input) {
          const path = yield* newPath;
          const name = documentName(task.id);
          return yield* stage("draw", renderer.renderInto(path, input)).pipe(
            Effect.flatMap((rendered) =>
              stage(
                "store",
                "bytes" in rendered
                  ? Effect.andThen(remove(path), storeDocument(task, rendered))
                  : Effect.as(move(path, name), rendered),
              ),
            ),
            Effect.onError(() => remove(path)),
          );
        });

      const makeDocument =
        assets.drafts === undefined ? renderThenStore : renderIntoStore(assets.drafts);

      /** Settles renders with their events; returns the ids of those that have not ended before. */
      const settleAll = Effect.fnUntraced(function* (ends: ReadonlyArray<TracedSettlement>) {
        const renders = yield* store.settle(ends);
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
        const batchIds = renders.flatMap(({ batchId }) => (batchId === null ? [] : [batchId]));
        yield* completeBatches([...new Set(batchIds)]);
        if (batchIds.length > 0) yield* followUps.offer(renders.map(({ id }) => id));
        const ids = new Set(renders.map(({ id }) => id));
        // A worker that had lost the job may have settled it in the same batch.
        return ends.map(({ id }) => ids.delete(id));
      }, transaction.run);

      const settle = yield* batched(settleAll, SETTLEMENTS);

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

      const fail = Effect.fnUntraced(function* (job: ClaimedRender, error: RenderError) {
        const { code: errorCode, message: errorMessage } = error;
        const at = yield* DateTime.now;
        yield* settleOnce({ ...startOf(job), move: "fail", at, errorCode, errorMessage });
      });

      const renderAndSettle = Effect.fnUntraced(function* (job: ClaimedRender, task: RenderTask) {
        const document = yield* makeDocument(task, yield* loadInput(job, task));
        const { byteSize, sha256, pageCount, warnings, signingFields = [], publicUrl } = document;
        for (const { path, message } of warnings)
          yield* Effect.logWarning(`Render ${job.id}: ${path}: ${message}`);
        const at = yield* DateTime.now;
        yield* settleOnce({
          ...startOf(job),
          move: "succeed",
          at,
          pageCount,
          byteSize,
          sha256,
          ...(publicUrl === undefined ? {} : { publicUrl }),
          ...(warnings.length === 0 ? {} : { warnings }),
          ...(signingFields.length === 0 ? {} : { signingFields }),
        });
      });

      /** Passes transient failures on until the time limit, and then fails the render. */
      const giveUp = Effect.fnUntraced(function* <E extends { readonly message: string }>(
        job: ClaimedRender,
        { createdAt }: RenderTask,
        cause: Cause.Cause<E>,
      ) {
        if (isPermanentFailure(cause)) {
          yield* Effect.logError("A render failed permanently", cause);
          return yield* fail(job, UNREADABLE);
        }
        const deadline = DateTime.addDuration(createdAt, RETRY_WITHIN);
        const isLate = DateTime.isGreaterThanOrEqualTo(yield* DateTime.now, deadline);
        if (Cause.hasInterrupts(cause) || !isLate) return yield* Effect.failCause(cause);
        yield* Effect.logError("A render failed after a day of retries", cause);
        return yield* fail(
          job,
          retriesExhausted(Result.getOrUndefined(Cause.findError(cause))?.message),
        );
      });

      const work = (job: ClaimedRender, task: RenderTask) =>
        renderAndSettle(job, task).pipe(
          Effect.catchTag("render_fault", (error) => fail(job, error)),
          Effect.catchCause((cause) => giveUp(job, task, cause)),
          onBehalfOf(task.projectId),
        );

      const run = Effect.fnUntraced(function* (job: ClaimedRender) {
        const task = Option.getOrUndefined(yield* store.findTask(job.id));
        if (task === undefined) return;
        const { id, attempts: attempt, claimedAt } = job;
        if (attempt === 1) yield* recordWait(DateTime.distance(task.createdAt, claimedAt));
        yield* work(job, task).pipe(
          asJob({ queue: "renders", id, attempt, traceParent: task.traceParent }),
        );
      });

      return RenderJob.of({ run });
    }),
  );
}

/** A render starts when a worker claims its job. */
function startOf({ id, claimedAt: startedAt }: ClaimedRender) {
  return { id, startedAt };
}

/** Measures and traces a stage of the work. */
function stage<A, E, R>(name: "load" | "draw" | "store" | "settle", part: Effect.Effect<A, E, R>) {
  const timedPart = timed(METRICS.renderSeconds, { stage: name })(part);
  // Every stage would have the same stack trace.
  return Effect.withSpan(timedPart, `RenderJob.${name}`, { captureStackTrace: false });
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
