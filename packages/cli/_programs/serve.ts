import { Admin, Partners } from "@paraph/core/admin";
import { Hooks } from "@paraph/core/hooks";
import { Mails } from "@paraph/core/mail";
import { AssetStore, RenderJob, Renders } from "@paraph/core/renders";
import { SharedDocuments, Shares } from "@paraph/core/shares";
import { Publication, TemplateCopies, Templates } from "@paraph/core/templates";
import { PublicUrls } from "@paraph/core/values";
import { EventFeed, Webhooks } from "@paraph/core/webhooks";
import { app, Readiness } from "@paraph/http";
import { mailWorker, renderWorker, signatureWorker, webhookWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";
import { HttpServer } from "effect/http";
import { SqlClient } from "effect/sql";

import type { Settings } from "../settings.ts";
import { embedding } from "./embedding.ts";
import { listening } from "./listening.ts";
import { logging } from "./logging.ts";
import { rateLimiter } from "./rate_limiter.ts";
import { mailing, ownership, renderer, storage } from "./services.ts";
import { signatures } from "./signatures.ts";

/** Which parts of a server this process runs besides HTTP. */
export interface ServeOptions {
  readonly worker: boolean;
}

/** Serves HTTP, and renders, mails and delivers events as well unless told not to, until it is stopped. */
export function serve(settings: Settings, options: ServeOptions) {
  return Layer.launch(server(settings, options)).pipe(Effect.provide(logging(settings, "stdout")));
}

/** The server as a layer: it listens for as long as its scope is open. */
export function server(settings: Settings, { worker }: ServeOptions) {
  const { maxBodyBytes, adminKey, rateLimit, trustProxy, workerConcurrency } = settings;
  const services = Layer.mergeAll(
    Hooks.layer,
    RenderJob.layer,
    Shares.layer,
    SharedDocuments.layer,
    TemplateCopies.layer,
    Admin.layer,
    Webhooks.layer(settings),
    EventFeed.layer,
    readiness,
    rateLimiter(settings),
    signatures(settings),
    embedding(settings),
  ).pipe(
    Layer.provideMerge(Partners.layer),
    Layer.provideMerge(Layer.merge(Renders.layer, Mails.layer)),
    Layer.provideMerge(mailing(settings)),
    Layer.provideMerge(Templates.layer),
    Layer.provide(Publication.layer),
    Layer.provideMerge(ownership(settings)),
    Layer.provideMerge(renderer(settings)),
    Layer.provideMerge(storage(settings)),
    Layer.provideMerge(publicUrls(settings)),
  );
  const work = worker
    ? Layer.mergeAll(
        renderWorker(workerConcurrency),
        mailWorker,
        signatureWorker,
        webhookWorker(settings),
      )
    : Layer.empty;
  return Layer.mergeAll(
    app({ maxBodyBytes, adminKey, rateLimit, trustProxy }),
    work,
    announce,
  ).pipe(Layer.provideMerge(services), Layer.provideMerge(listening(settings)));
}

/** The addresses that were set, or those the server turned out to listen on. */
function publicUrls({ publicUrl, shareUrl, embedUrl }: Settings) {
  return Layer.effect(
    PublicUrls,
    Effect.map(HttpServer.HttpServer, ({ address }) => {
      const base = publicUrl ?? HttpServer.formatAddress(address);
      return { base, share: shareUrl ?? base, embed: embedUrl ?? `${base}/embed` };
    }),
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
