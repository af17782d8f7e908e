import * as paraph from "@paraph/app";
import type { Settings } from "@paraph/app/settings";
import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer } from "effect";

import { observability } from "./logging.ts";

/** Runs the workers until they are stopped. */
export function work(settings: Settings) {
  const { workerConcurrency } = settings;
  const running = Effect.logInfo("Working").pipe(Effect.annotateLogs({ workerConcurrency }));
  return Layer.mergeAll(
    paraph.work(settings),
    Layer.effectDiscard(running),
    paraph.measuring(settings.telemetry),
  ).pipe(
    Layer.provide(paraph.services(settings)),
    Layer.provide(publicUrls(settings)),
    Layer.launch,
    Effect.provide(observability(settings)),
  );
}

/** The URLs of a deployment, for a process that does not serve HTTP. */
function publicUrls({ host, port, ...settings }: Settings) {
  const reachedAt = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return Layer.succeed(PublicUrls, paraph.publicUrlsOf(settings, reachedAt));
}
