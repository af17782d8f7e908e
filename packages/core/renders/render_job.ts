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

import { asJob, METRICS, record, timed } from "../telemetry/mod.ts";
import { type CompiledVersion, versionStorage } from "../templates/mod.ts";
import {
  isPermanentFault,
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
import { PdfRenderer, type RendererUnavailable, RenderFault } from "./pdf_renderer.ts";
import { RenderStore, type RenderTask, type Settlement } from "./render_store.ts";
import { renderEvent } from "./render_view.ts";
import { documentName } from "./renders.ts";
import { dataStorage } from "./stored_data.ts";

/** How many workers may die on a render before it is taken for what kills them. */
export const MAX_CRASHES = 5;

/** For how long after it was accepted a render is tried when its surroundings fail it. */
export const RETRY_WITHIN = Duration.hours(24);

/** Versions never change, so the last ones used are cached. */
const VERSION_CACHE = { count: 32, bytes: 64 * 1024 * 1024 } as const;

/** How long a worker tries to lay a render down while the database does not answer. */
const REQUEUE_RETRIES = Schedule.max([Schedule.spaced("1 second"), Schedule.recurs(600)]);

/** One job, from an accepted render to a settled one. */
export class RenderJob extends Context.Service<
  RenderJob,
  {
    /**
     * Draws a render and settles it. Running it again, or twice at once, changes nothing: what has
     * ended stays ended, and the same render is the same file.
     *
     * Fails or dies when the surroundings failed the render, which is laid down and is to be tried
     * again later; after a day it is settled as failed instead.
     *
     * @param attempt Which time it is that the queue hands this job out: 1 is the first.
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
      const digest = yield* Digest.Digest;
      const { load: loadData } = yield* dataStorage;
      const { load: loadVersion } = yield* versionStorage;
      const version = yield* sizedCache({
        ...VERSION_CACHE,
        lookup: (id: TemplateVersionId) => loadVersion(id),
        sizeOf: (loaded: CompiledVersion) => loaded.compiled?.bytes.length ?? 0,
      });

      const renderDocument = Effect.fnUntraced(function* (task: RenderTask) {
        if (task.unfinishedStarts > MAX_CRASHES) return yield* CRASH_LOOP;
        const drawing = Effect.all({
          version: version(task.templateVersionId),
          data: loadData(task.data),
        });
        return yield* stage("draw", renderer.render(yield* stage("load", drawing)));
      });

      /** Keeps a document, and publishes it if documents have addresses of their own. */
      const storeDocument = Effect.fnUntraced(function* (
        id: RenderId,
        { downloadToken: token, filename, templateSlug }: RenderTask,
        bytes: Uint8Array,
      ) {
        yield* assets.put(documentName(id), bytes);
        const named = pdfFilename(filename, templateSlug);
        return yield* assets.publish({ token, bytes, filename: named });
      });

      const end = Effect.fnUntraced(function* (id: RenderId, settlement: Settlement) {
        if (yield* store.settle(id, settlement)) return true;
        // It has ended, or a worker that had lost this job laid it down meanwhile: then it is ours.
        if (Option.isNone(yield* store.move(id, "start", settlement.at))) return false;
        return yield* store.settle(id, settlement);
      });

      const settle = Effect.fnUntraced(function* (id: RenderId, settlement: Settlement) {
        if (!(yield* end(id, settlement))) return false;
        const ended = Option.getOrThrow(yield* store.load(id));
        const type = settlement.move === "succeed" ? "render.succeeded" : "render.failed";
        yield* events.publish(renderEvent(type, ended, base));
        return true;
      }, transaction.run);

      const settleOnce = Effect.fnUntraced(function* (id: RenderId, settlement: Settlement) {
        if (!(yield* stage("settle", settle(id, settlement)))) return;
        const isDone = settlement.move === "succeed";
        yield* record(METRICS.renders, 1, {
          outcome: isDone ? "succeeded" : "failed",
          error_code: isDone ? "" : settlement.errorCode,
        });
      });

      const fail = Effect.fnUntraced(function* (id: RenderId, { code, message }: RenderFault) {
        const at = yield* DateTime.now;
        yield* settleOnce(id, { move: "fail", at, errorCode: code, errorMessage: message });
      });

      const renderAndSettle = Effect.fnUntraced(function* (id: RenderId, task: RenderTask) {
        const { bytes, pageCount } = yield* renderDocument(task);
        const sha256 = yield* digest.digestHex(Digest.sha256, bytes);
        const publicUrl = yield* stage("store", storeDocument(id, task, bytes));
        const at = yield* DateTime.now;
        const drawn = { pageCount, byteSize: bytes.length, sha256 };
        yield* settleOnce(id, {
          move: "succeed",
          at,
          ...drawn,
          ...(Option.isNone(publicUrl) ? {} : { publicUrl: publicUrl.value }),
        });
      });

      /** Passes a fault of the surroundings on while there is time, and then fails the render. */
      const giveUp = Effect.fnUntraced(function* <E extends { readonly message: string }>(
        id: RenderId,
        { createdAt }: RenderTask,
        cause: Cause.Cause<E>,
      ) {
        if (isPermanentFault(cause)) {
          yield* Effect.logError("A render cannot be done", cause);
          return yield* fail(id, UNREADABLE);
        }
        const last = DateTime.addDuration(createdAt, RETRY_WITHIN);
        const isLate = DateTime.isGreaterThanOrEqualTo(yield* DateTime.now, last);
        if (Cause.hasInterrupts(cause) || !isLate) return yield* Effect.failCause(cause);
        yield* Effect.logError("A render was given up after a day", cause);
        return yield* fail(
          id,
          retriesExhausted(Result.getOrUndefined(Cause.findError(cause))?.message),
        );
      });

      const work = Effect.fnUntraced(function* (id: RenderId) {
        const found = yield* store.loadTask(id);
        // It was erased meanwhile: nothing is left to do.
        if (Option.isNone(found)) return;
        const task = found.value;
        yield* renderAndSettle(id, task).pipe(
          Effect.catchTag("render_fault", (fault) => fail(id, fault)),
          Effect.catchCause((cause) => giveUp(id, task, cause)),
          onBehalfOf(task.projectId),
        );
      });

      /** A worker that lives says that it came to an end, so that it is not counted among the dead. */
      const requeue = (id: RenderId) =>
        Effect.flatMap(DateTime.now, (at) => store.move(id, "requeue", at)).pipe(
          Effect.sandbox,
          Effect.retry(REQUEUE_RETRIES),
          Effect.ignore,
        );

      const run = Effect.fnUntraced(function* (id: RenderId, attempt: number) {
        const now = yield* DateTime.now;
        const started = yield* store.move(id, "start", now);
        if (Option.isNone(started)) return;
        const { createdAt, traceParent } = started.value;
        if (attempt === 1) yield* recordWait(DateTime.distance(createdAt, now));
        yield* work(id).pipe(
          Effect.onError(() => requeue(id)),
          asJob({ queue: "renders", id, attempt, traceParent }),
        );
      });

      return RenderJob.of({ run });
    }),
  );
}

/** A part of the work, as traces and figures tell it. */
function stage<A, E, R>(name: "load" | "draw" | "store" | "settle", part: Effect.Effect<A, E, R>) {
  return part.pipe(
    timed(METRICS.renderSeconds, { stage: name }),
    Effect.withSpan(`RenderJob.${name}`),
  );
}

/** Takes down how long a render has waited for a worker. */
function recordWait(waited: Duration.Duration) {
  return record(METRICS.renderSeconds, Duration.toSeconds(waited), { stage: "wait" });
}

const CRASH_LOOP = new RenderFault({
  code: "render_failed",
  message: `Gave up: ${MAX_CRASHES} workers died while they drew this document`,
});

/** What the log says of it is the operator's business. */
const UNREADABLE = new RenderFault({
  code: "render_failed",
  message: "The stored template or data cannot be read",
});

function retriesExhausted(reason = "The service could not do its work"): RenderFault {
  return new RenderFault({
    code: "render_failed",
    message: `Gave up after a day of trying: ${reason}`,
  });
}
