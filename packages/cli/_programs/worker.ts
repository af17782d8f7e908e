import { RenderJob } from "@paraph/core/renders";
import { renderWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";

import type { Settings } from "../settings.ts";
import { logging } from "./logging.ts";
import { publicUrls, renderer, storage } from "./services.ts";

/** Renders what servers accept, until it is stopped. */
export function work(settings: Settings) {
  const { workerConcurrency } = settings;
  const running = Effect.logInfo("Working").pipe(Effect.annotateLogs({ workerConcurrency }));
  return Layer.mergeAll(renderWorker(workerConcurrency), Layer.effectDiscard(running)).pipe(
    Layer.provide(RenderJob.layer),
    Layer.provide(renderer(settings)),
    Layer.provide(storage(settings)),
    Layer.provide(publicUrls(settings)),
    Layer.launch,
    Effect.provide(logging(settings, "stdout")),
  );
}
