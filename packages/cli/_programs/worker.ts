import { RenderJob } from "@paraph/core/renders";
import { mailWorker, renderWorker, webhookWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";

import type { Settings } from "../settings.ts";
import { logging } from "./logging.ts";
import { mailing, publicUrls, renderer, storage } from "./services.ts";

/** Renders what servers accept, sends their mails and delivers events, until it is stopped. */
export function work(settings: Settings) {
  const { workerConcurrency } = settings;
  const running = Effect.logInfo("Working").pipe(Effect.annotateLogs({ workerConcurrency }));
  return Layer.mergeAll(
    renderWorker(workerConcurrency),
    mailWorker,
    webhookWorker(settings),
    Layer.effectDiscard(running),
  ).pipe(
    Layer.provide(Layer.merge(RenderJob.layer, mailing(settings))),
    Layer.provide(renderer(settings)),
    Layer.provide(storage(settings)),
    Layer.provide(publicUrls(settings)),
    Layer.launch,
    Effect.provide(logging(settings, "stdout")),
  );
}
