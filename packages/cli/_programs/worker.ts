import { Mails } from "@paraph/core/mail";
import { RenderJob, Renders } from "@paraph/core/renders";
import { Publication, Templates } from "@paraph/core/templates";
import { mailWorker, renderWorker, signatureWorker, webhookWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";

import type { Settings } from "../settings.ts";
import { logging } from "./logging.ts";
import { mailing, publicUrls, renderer, storage } from "./services.ts";
import { signatureWork } from "./signatures.ts";

/** Renders what servers accept, sends their mails, looks after signatures and delivers events, until it is stopped. */
export function work(settings: Settings) {
  const { workerConcurrency } = settings;
  const running = Effect.logInfo("Working").pipe(Effect.annotateLogs({ workerConcurrency }));
  return Layer.mergeAll(
    renderWorker(workerConcurrency),
    mailWorker,
    signatureWorker,
    webhookWorker(settings),
    Layer.effectDiscard(running),
  ).pipe(
    Layer.provide(Layer.merge(RenderJob.layer, signatureWork(settings))),
    Layer.provide(Layer.merge(Renders.layer, Mails.layer)),
    Layer.provide(mailing(settings)),
    Layer.provide(Templates.layer),
    Layer.provide(Publication.layer),
    Layer.provide(renderer(settings)),
    Layer.provide(storage(settings)),
    Layer.provide(publicUrls(settings)),
    Layer.launch,
    Effect.provide(logging(settings, "stdout")),
  );
}
