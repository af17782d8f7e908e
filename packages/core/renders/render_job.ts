import { Cache, Context, DateTime, Duration, Effect, Layer, Option } from "effect";
import { Digest } from "effect/crypto";

import { asJob, METRICS, record, timed } from "../telemetry/mod.ts";
import { TemplateStore } from "../templates/mod.ts";
import { PublicUrls, type RenderId, type TemplateVersionId, Transaction } from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { AssetStore } from "./asset_store.ts";
import { PdfRenderer, type RendererUnavailable, RenderFault } from "./pdf_renderer.ts";
import { renderEvent } from "./render_event.ts";
import { RenderStore, type Settlement } from "./render_store.ts";
import { documentName } from "./renders.ts";

/** How often a render is tried when its surroundings fail it, or its worker dies on it. */
export const MAX_ATTEMPTS = 5;

/** Versions never change, so the latest ones are kept at hand. */
const VERSIONS_AT_HAND = 32;

/** One job, from an accepted render to a settled one. */
export class RenderJob extends Context.Service<
  RenderJob,
  {
    /**
     * Draws a render and settles it. Running it again, or twice at once, changes nothing: what has
     * ended stays ended, and the same render is the same file.
     */
    readonly run: (id: RenderId, attempts: number) => Effect.Effect<void, RendererUnavailable>;
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
      const { loadVersion } = yield* TemplateStore;
      const versions = yield* Cache.make({
        capacity: VERSIONS_AT_HAND,
        lookup: (id: TemplateVersionId) => loadVersion(id),
      });

      const load = Effect.fnUntraced(function* (id: RenderId) {
        const { templateVersionId, data } = Option.getOrThrow(yield* store.loadJob(id));
        return { version: yield* Cache.get(versions, templateVersionId), data };
      });

      const draw = Effect.fnUntraced(function* (id: RenderId, attempts: number) {
        if (attempts > MAX_ATTEMPTS) return yield* GAVE_UP;
        return yield* stage("draw", renderer.draw(yield* stage("load", load(id))));
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

      const drawAndSettle = Effect.fnUntraced(
        function* (id: RenderId, attempts: number) {
          const { bytes, pageCount } = yield* draw(id, attempts);
          const sha256 = yield* digest.digestHex(Digest.sha256, bytes);
          yield* stage("store", assets.put(documentName(id), bytes));
          const at = yield* DateTime.now;
          yield* settleOnce(id, {
            move: "succeed",
            at,
            pageCount,
            byteSize: bytes.length,
            sha256,
          });
        },
        (effect, id) =>
          Effect.catchTag(effect, "render_fault", ({ code, message }) =>
            Effect.flatMap(DateTime.now, (at) =>
              settleOnce(id, { move: "fail", at, errorCode: code, errorMessage: message }),
            ),
          ),
      );

      const run = Effect.fnUntraced(function* (id: RenderId, attempts: number) {
        const now = yield* DateTime.now;
        const started = yield* store.move(id, "start", now);
        if (Option.isNone(started)) return;
        const { createdAt, traceParent } = started.value;
        if (attempts === 1) yield* taken(DateTime.distance(createdAt, now));
        const layDown = Effect.flatMap(DateTime.now, (at) => store.move(id, "requeue", at));
        yield* drawAndSettle(id, attempts).pipe(
          Effect.onError(() => layDown),
          asJob({ queue: "renders", id, attempt: attempts, traceParent }),
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
function taken(waited: Duration.Duration) {
  return record(METRICS.renderSeconds, Duration.toSeconds(waited), { stage: "wait" });
}

const GAVE_UP = new RenderFault({
  code: "render_failed",
  message: `Gave up after ${MAX_ATTEMPTS} attempts`,
});
