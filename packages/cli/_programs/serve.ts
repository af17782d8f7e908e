import { measuring, publicUrlsOf, services, work } from "@paraph/app";
import { PublicUrls } from "@paraph/core/values";
import { app, readiness } from "@paraph/http";
import { Effect, Layer } from "effect";
import { HttpServer } from "effect/http";

import type { Settings } from "../settings.ts";
import { observed } from "./logging.ts";
import { embedding } from "./server/embedding.ts";
import { listening } from "./server/listening.ts";
import { rateLimiter } from "./server/rate_limiter.ts";

/** What this process runs in addition to HTTP. */
export interface ServeOptions {
  readonly worker: boolean;
}

/** Serves HTTP, with workers unless they are switched off, until it is stopped. */
export function serve(settings: Settings, options: ServeOptions) {
  return Layer.launch(server(settings, options)).pipe(Effect.provide(observed(settings)));
}

/** The server as a layer: it listens for as long as its scope is open. */
export function server(settings: Settings, { worker }: ServeOptions) {
  const { maxBodyBytes, adminKey, rateLimit, trustProxy } = settings;
  return Layer.mergeAll(
    app({ maxBodyBytes, adminKey, rateLimit, trustProxy }),
    worker ? work(settings) : Layer.empty,
    announce,
    measuring(settings.telemetry),
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(embedding(settings), readiness, rateLimiter(settings))),
    Layer.provideMerge(services(settings)),
    Layer.provideMerge(publicUrls(settings)),
    Layer.provideMerge(listening(settings)),
  );
}

/** The configured URLs, or the address that the server listens on. */
function publicUrls(settings: Settings) {
  return Layer.effect(
    PublicUrls,
    Effect.map(HttpServer.HttpServer, ({ address }) =>
      publicUrlsOf(settings, HttpServer.formatAddress(address)),
    ),
  );
}

const announce = Layer.effectDiscard(
  Effect.gen(function* () {
    const { base } = yield* PublicUrls;
    const { address } = yield* HttpServer.HttpServer;
    yield* Effect.logInfo(`Listening on ${HttpServer.formatAddress(address)}`).pipe(
      Effect.annotateLogs({ publicUrl: base }),
    );
  }),
);
