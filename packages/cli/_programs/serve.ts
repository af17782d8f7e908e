import { Admin, Partners } from "@paraph/core/admin";
import { Hooks } from "@paraph/core/hooks";
import { AssetStore, RenderJob, Renders } from "@paraph/core/renders";
import { Publication, TemplateCopies, Templates } from "@paraph/core/templates";
import { PublicUrls } from "@paraph/core/values";
import { EventFeed, Webhooks } from "@paraph/core/webhooks";
import { app, Readiness } from "@paraph/http";
import { renderWorker, webhookWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";
import { HttpServer } from "effect/http";
import { SqlClient } from "effect/sql";

import type { Settings } from "../settings.ts";
import { listening } from "./listening.ts";
import { logging } from "./logging.ts";
import { rateLimiter } from "./rate_limiter.ts";
import { ownership, renderer, storage } from "./services.ts";

/** Which parts of a server this process runs besides HTTP. */
export interface ServeOptions {
  readonly worker: boolean;
}

/** Serves HTTP, and renders and delivers events as well unless told not to, until it is stopped. */
export function serve(settings: Settings, options: ServeOptions) {
  return Layer.launch(server(settings, options)).pipe(Effect.provide(logging(settings, "stdout")));
}

/** The server as a layer: it listens for as long as its scope is open. */
export function server(settings: Settings, { worker }: ServeOptions) {
  const { maxBodyBytes, adminKey, rateLimit, workerConcurrency } = settings;
  const services = Layer.mergeAll(
    Hooks.layer.pipe(Layer.provideMerge(Renders.layer)),
    RenderJob.layer,
    TemplateCopies.layer,
    Admin.layer,
    Partners.layer,
    Webhooks.layer(settings),
    EventFeed.layer,
    readiness,
    rateLimiter(settings),
  ).pipe(
    Layer.provideMerge(Templates.layer),
    Layer.provide(Publication.layer),
    Layer.provideMerge(ownership(settings)),
    Layer.provideMerge(renderer(settings)),
    Layer.provideMerge(storage(settings)),
    Layer.provideMerge(publicUrls(settings)),
  );
  const work = worker
    ? Layer.merge(renderWorker(workerConcurrency), webhookWorker(settings))
    : Layer.empty;
  return Layer.mergeAll(app({ maxBodyBytes, adminKey, rateLimit }), work, announce).pipe(
    Layer.provideMerge(services),
    Layer.provideMerge(listening(settings)),
  );
}

/** The addresses that were set, or those the server turned out to listen on. */
function publicUrls({ publicUrl }: Settings) {
  return Layer.effect(
    PublicUrls,
    Effect.map(HttpServer.HttpServer, ({ address }) =>
      PublicUrls.of({ base: publicUrl ?? HttpServer.formatAddress(address) }),
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

const readiness = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const assets = yield* AssetStore;
    return Readiness.of({
      checks: {
        database: sql`SELECT 1`,
        storage: assets.check,
        queue: sql`SELECT 1 FROM effect_queue LIMIT 1`,
      },
    });
  }),
);
