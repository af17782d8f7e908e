import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import * as path from "node:path";

import { NodeHttpServer } from "@effect/platform-node";
import { type Deployment, platform, servicesOn } from "@paraph/app";
import { Admin } from "@paraph/core/admin";
import { EmbedSessions } from "@paraph/core/embed";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { DownloadUrls, RenderInvoices } from "@paraph/core/renders";
import { type AccountId, type ProjectId, PublicUrls } from "@paraph/core/values";
import { migrate, storesSql } from "@paraph/database";
import { hashSources, testDatabase } from "@paraph/database/testing";
import { imageFetcherHttp } from "@paraph/integrations/images";
import type { SignatureProvidersOptions } from "@paraph/integrations/providers";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { emailWorker, signatureWorker } from "@paraph/worker";
import { Context, Duration, Effect, FileSystem, Layer, Logger, Redacted, References } from "effect";
import { FetchHttpClient, HttpServer } from "effect/http";

import {
  app,
  type AppOptions,
  rateLimiterMemory,
  Readiness,
  signingKeys,
  type SigningJwk,
} from "../mod.ts";

/** The prefix of public URLs in tests. */
export const BASE_URL = "https://paraph.test";

/** Small, so that tests reach it quickly. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The base URL of embedded pages. */
export const EMBED_URL = "https://embed.paraph.test/embed";

/** The origin that may embed pages of the test's integrator. */
export const INTEGRATOR_ORIGIN = "https://app.partner.test";

/** The admin key of the test server. */
export const ADMIN_KEY = "admin-key-of-tests-0123456789abcdef";

/** A log entry. */
export interface LogLine {
  readonly level: string;
  readonly text: string;
  readonly annotations: Readonly<Record<string, unknown>>;
}

/** The whole API on a loopback port, on a new database with two projects. */
export class ApiServer extends Context.Service<
  ApiServer,
  {
    readonly port: number;
    readonly project: ProjectId;
    readonly key: string;
    /** A live key of another project. */
    readonly otherKey: string;
    readonly accountKey: string;
    /** A live key of another account, and a project of that account. */
    readonly otherAccountKey: string;
    readonly otherAccountProject: ProjectId;
    /** A live key of an integrator that may embed from {@linkcode INTEGRATOR_ORIGIN}, and its project. */
    readonly embedKey: string;
    readonly embedProject: ProjectId;
    /** A live key of another such integrator. */
    readonly otherEmbedKey: string;
    /** The folder that emails are written to. */
    readonly outbox: string;
    readonly logs: Array<LogLine>;
    /** Services whose readiness check fails. */
    readonly failing: Set<string>;
  }
>()("@paraph/http/_testing/ApiServer") {}

const logs: Array<LogLine> = [];
const failing = new Set<string>();

const capture = Logger.make(({ logLevel, message, cause, fiber }) => {
  const annotations = fiber.getRef(References.CurrentLogAnnotations);
  const text = `${String(message)} ${cause.reasons.map(String).join(" ")}`;
  logs.push({ level: logLevel, text, annotations });
});

const database = testDatabase({
  migrate,
  version: hashSources(path.join(import.meta.dirname, "../../database/migrations")),
});

/** No endpoint upgrades to another protocol: such requests get an HTTP response. */
const makeServer = () => {
  const server = createServer({ shouldUpgradeCallback: () => false });
  // Passes unknown expectations on, so that the API responds.
  return server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response);
  });
};

/** At the end, connections that browsers have opened ahead are not waited for. */
const listening = NodeHttpServer.layer(makeServer, {
  host: "127.0.0.1",
  port: 0,
  gracefulShutdownTimeout: "1 second",
});

/** The folder of emails. */
class Outbox extends Context.Service<Outbox, string>()("@paraph/http/_testing/Outbox") {}

const part = (name: string) =>
  Effect.suspend(() => (failing.has(name) ? Effect.die(`${name} is down`) : Effect.void));
const readiness = Layer.succeed(Readiness, {
  checks: { database: part("database"), storage: part("storage"), queue: part("queue") },
});

/** The signing key of embed sessions, generated for the test run. */
export const SIGNING_JWK: SigningJwk = newSigningJwk();

function newSigningJwk(): SigningJwk {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x = "", d = "" } = privateKey.export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x, d };
}

/** The secret of callbacks of the Documenso provider. */
export const CALLBACK_SECRET = "callback-secret-of-tests";

/** The secret of email services. */
export const MAIL_SECRET = "mail-webhook-secret-of-tests-0123456789";

/** New documents use the built-in provider; earlier ones may have used Documenso. */
const BUILTIN: SignatureProvidersOptions = {
  current: "builtin",
  firma: undefined,
  documenso: {
    url: "http://127.0.0.1:9",
    apiKey: Redacted.make("key"),
    allowPrivateNetwork: true,
    webhookSecret: Redacted.make(CALLBACK_SECRET),
  },
};

/** An SMS gateway that accepts nothing. */
const UNREACHABLE_GATEWAY = {
  url: Redacted.make("http://127.0.0.1:9"),
  secret: Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
};

const LOGS = { events: Duration.days(30), deliveries: Duration.days(30) };

/** A deployment in a folder that is removed after the suite. */
const deploymentIn = (
  dataDir: string,
  { current: signatureProvider, firma, documenso }: SignatureProvidersOptions,
  oidc: Deployment["oidc"],
): Deployment => ({
  publicUrl: undefined,
  shareUrl: undefined,
  embedUrl: undefined,
  databaseUrl: undefined,
  databasePoolMode: undefined,
  databaseReadUrl: undefined,
  storage: { kind: "folder", folder: path.join(dataDir, "files") },
  dataDir,
  smtpUrl: undefined,
  outboxFolder: path.join(dataDir, "outbox"),
  mailFrom: "Paraph <no-reply@paraph.test>",
  mailWebhookSecret: Redacted.make(MAIL_SECRET),
  serviceEnv: "test",
  signingP12Path: undefined,
  signingP12Password: undefined,
  signingTsaUrl: undefined,
  oidc,
  sms: UNREACHABLE_GATEWAY,
  workerConcurrency: 1,
  retention: { renders: undefined, signatures: undefined, ...LOGS, audit: undefined },
  allowPrivateNetwork: true,
  signatureProvider,
  firma: firma === undefined ? undefined : { url: undefined, ...firma },
  documenso,
  telemetry: undefined,
  logLevel: "Info",
});

/** Public URLs like those of a deployment, which do not lead to this server. */
const UNREACHABLE_URLS: Layer.Layer<PublicUrls, never, HttpServer.HttpServer> = Layer.succeed(
  PublicUrls,
  { base: BASE_URL, share: BASE_URL, embed: EMBED_URL },
);

/** URLs of this server. Browsers treat `localhost` and `127.0.0.1` as different sites. */
const SERVER_URLS = Layer.effect(
  PublicUrls,
  Effect.map(HttpServer.HttpServer, (server) => {
    const port = portOf(server);
    const base = `http://127.0.0.1:${port}`;
    return { base, share: base, embed: `http://localhost:${port}/embed` };
  }),
);

const portOf = ({ address }: HttpServer.HttpServer["Service"]) =>
  "port" in address ? address.port : 0;

const rendering = Layer.provide(sharedRenderer, imageFetcherHttp({ allowPrivateNetwork: true }));

/** All services, and the workers that send emails and process signature requests. */
const services = (providers: SignatureProvidersOptions, oidc: Deployment["oidc"]) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const deployment = deploymentIn(yield* fs.makeTempDirectoryScoped(), providers, oidc);
      return Layer.merge(emailWorker, signatureWorker).pipe(
        Layer.provideMerge(servicesOn(deployment, rendering)),
        Layer.provideMerge(Layer.succeed(Outbox, deployment.outboxFolder)),
      );
    }),
  );

const caller = Layer.effect(
  ApiServer,
  Effect.gen(function* () {
    // Suites may run one after the other in one process.
    logs.length = 0;
    failing.clear();
    const [keys, projects, server] = [yield* Keys, yield* Projects, yield* HttpServer.HttpServer];
    const account = yield* projects.openAccount("Acme");
    const projectKey = Effect.fnUntraced(function* (name: string) {
      const { id: projectId } = yield* projects.create(account.id, name);
      return { projectId, ...(yield* keys.create({ kind: "project", projectId }, "Test")) };
    });
    const first = yield* projectKey("Invoices");
    const other = yield* projectKey("Letters");
    const accountKeyOf = (accountId: AccountId) =>
      keys.create({ kind: "account", accountId }, "Test");
    const { key: accountKey } = yield* accountKeyOf(account.id);
    const otherAccount = yield* projects.openAccount("Stranger");
    const { key: otherAccountKey } = yield* accountKeyOf(otherAccount.id);
    const { id: otherAccountProject } = yield* projects.create(otherAccount.id, "Invoices");
    const { provision } = yield* Admin;
    const provisionIntegrator = (externalOrgId: string) =>
      provision({ externalOrgId, allowedOrigins: [INTEGRATOR_ORIGIN] });
    const embedding = yield* provisionIntegrator("partner-of-tests");
    const otherEmbedding = yield* provisionIntegrator("other-partner-of-tests");
    return {
      port: portOf(server),
      project: first.projectId,
      key: first.key,
      otherKey: other.key,
      accountKey,
      otherAccountKey,
      otherAccountProject,
      embedKey: embedding.apiKey ?? "",
      embedProject: embedding.projectId,
      otherEmbedKey: otherEmbedding.apiKey ?? "",
      outbox: yield* Outbox,
      logs,
      failing,
    };
  }),
);

const DEFAULTS = { rateLimit: undefined, trustProxy: undefined };

const serverWithUrls = (
  urls: typeof UNREACHABLE_URLS,
  options: Partial<AppOptions>,
  providers: SignatureProvidersOptions,
  oidc?: Deployment["oidc"],
) => {
  const adminKey = Redacted.make(ADMIN_KEY);
  const appOptions = { maxBodyBytes: MAX_BODY_BYTES, adminKey, ...DEFAULTS, ...options };
  return Layer.mergeAll(app(appOptions), caller).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        EmbedSessions.layer,
        DownloadUrls.layer,
        RenderInvoices.layer,
        readiness,
        rateLimiterMemory,
      ),
    ),
    Layer.provideMerge(signingKeys(Redacted.make([SIGNING_JWK]))),
    Layer.provideMerge(services(providers, oidc)),
    Layer.provideMerge(storesSql),
    Layer.provideMerge(urls),
    Layer.provideMerge(Layer.merge(database, listening)),
    Layer.provideMerge(Layer.merge(platform, FetchHttpClient.layer)),
    Layer.provide(Logger.layer([capture])),
    Layer.orDie,
  );
};

/** A server with other options and signature providers. */
export const apiServerWith = (
  options: Partial<AppOptions>,
  providers: SignatureProvidersOptions = BUILTIN,
) => serverWithUrls(UNREACHABLE_URLS, options, providers);

/** The server with default options. Tests use its stores for states that no endpoint creates. */
export const apiServer = apiServerWith({});

/**
 * The same server at URLs that browsers can open. Embedded pages are on another site than the other
 * pages. It has a development inbox.
 */
export const browserServer = serverWithUrls(SERVER_URLS, { devInbox: true }, BUILTIN);

/** The same server, with an identity provider. */
export const browserServerWith = (oidc: NonNullable<Deployment["oidc"]>) =>
  serverWithUrls(SERVER_URLS, { devInbox: true }, BUILTIN, oidc);
