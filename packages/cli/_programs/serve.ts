import { measuring, publicUrlsOf, services, work } from "@paraph/app";
import type { Settings } from "@paraph/app/settings";
import type { Keys } from "@paraph/core/keys";
import type { Projects } from "@paraph/core/projects";
import { PublicUrls } from "@paraph/core/values";
import { app, type AppOptions, readiness } from "@paraph/http";
import { Effect, type FileSystem, Layer } from "effect";
import { HttpServer } from "effect/http";

import { observability } from "./logging.ts";
import { hasDevInbox } from "./server/dev_inbox.ts";
import { embedding } from "./server/embedding.ts";
import { listening } from "./server/listening.ts";
import { rateLimiter } from "./server/rate_limiter.ts";

/** What this process runs in addition to HTTP. */
export interface ServeOptions {
  readonly worker: boolean;
}

/** What the server of a command does differently. */
interface ServerOptions extends ServeOptions {
  /** Starts it with another `PORT`, in messages; by default `paraph serve`. */
  readonly startCommand?: string;
  /** Whether only this machine may use it. */
  readonly localOnly?: boolean;
  /** The keys that `/docs` shows in its examples; placeholders by default. */
  readonly exampleKeys?: AppOptions["exampleKeys"];
  /** Keys in place of the stored ones. */
  readonly keys?: Layer.Layer<Keys, unknown, Keys | Projects | FileSystem.FileSystem>;
}

/** Serves HTTP, with workers unless they are switched off, until it is stopped. */
export function serve(settings: Settings, options: ServeOptions) {
  return Layer.launch(server(settings, options)).pipe(Effect.provide(observability(settings)));
}

/** The server as a layer: it listens for as long as its scope is open. */
export function server(
  settings: Settings,
  { worker, startCommand = "paraph serve", localOnly = false, exampleKeys, keys }: ServerOptions,
) {
  const { maxBodyBytes, adminKey, rateLimit, trustProxy } = settings;
  const devInbox = hasDevInbox(settings);
  return Layer.mergeAll(
    app({ maxBodyBytes, adminKey, rateLimit, trustProxy, devInbox, localOnly, exampleKeys }),
    worker ? work(settings) : Layer.empty,
    announce,
    measuring(settings.telemetry),
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(embedding(settings), readiness, rateLimiter(settings))),
    Layer.provideMerge(keys ?? Layer.empty),
    Layer.provideMerge(services(settings)),
    Layer.provideMerge(publicUrls(settings)),
    Layer.provideMerge(listening({ ...settings, startCommand })),
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
