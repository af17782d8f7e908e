import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import * as path from "node:path";

import { NodeHttpServer } from "@effect/platform-node";
import { measurements } from "@paraph/app";
import { Admin, Partners } from "@paraph/core/admin";
import { emailAuditSigning, Signing } from "@paraph/core/builtin_provider";
import { EmailJob, Emails } from "@paraph/core/emails";
import { BuilderTemplates, Catalogs, EmbedSessions, Forms, Previews } from "@paraph/core/embed";
import { Engagement, emailAuditEngagement } from "@paraph/core/engagement";
import { Erasures } from "@paraph/core/erasure";
import { Hooks } from "@paraph/core/inbound_webhooks";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { Renders } from "@paraph/core/renders";
import { SharedDocuments, Shares } from "@paraph/core/shares";
import { ProviderCallbacks, Signatures, SignatureWork } from "@paraph/core/signatures";
import { Publication, TemplateCopies, Templates } from "@paraph/core/templates";
import { type AccountId, type ProjectId, PublicUrls } from "@paraph/core/values";
import { EventFeed, Webhooks } from "@paraph/core/webhooks";
import * as adapters from "@paraph/database";
import { hashSources, testDatabase } from "@paraph/database/testing";
import { imageFetcherHttp } from "@paraph/integrations/images";
import { mailer } from "@paraph/integrations/mail";
import { signatureProviders, type SignatureProvidersOptions } from "@paraph/integrations/providers";
import { documentReader, pdfRenderer, pdfSealer, signatureFonts } from "@paraph/pdf";
import { assetStoreFiles } from "@paraph/storage";
import { emailWorker, signatureWorker } from "@paraph/worker";
import { Context, Effect, FileSystem, Layer, Logger, Redacted, References } from "effect";
import { Digest, Mac, SecureRandom } from "effect/crypto";
import { FetchHttpClient, HttpServer } from "effect/http";

import {
  app,
  type AppOptions,
  rateLimiterMemory,
  Readiness,
  type SigningJwk,
  tokenSignerJose,
} from "../mod.ts";

/** The prefix of public URLs in tests. */
export const BASE_URL = "https://paraph.test";

/** Small, so that tests reach it quickly. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The base URL of embedded pages. */
export const EMBED_URL = "https://embed.paraph.test/embed";

/** The origin that may embed pages of the test's tenant. */
export const PARTNER_ORIGIN = "https://app.partner.test";

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
    readonly strangerKey: string;
    readonly strangerProject: ProjectId;
    /** A live key of a tenant that may embed from {@linkcode PARTNER_ORIGIN}, and its project. */
    readonly embedKey: string;
    readonly embedProject: ProjectId;
    /** A live key of another such tenant. */
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
  migrate: adapters.migrate,
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

const platform = Layer.mergeAll(
  SecureRandom.layerWebCrypto,
  Digest.layerWebCrypto,
  Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto)),
  FetchHttpClient.layer,
  NodeHttpServer.layer(makeServer, { host: "127.0.0.1", port: 0 }),
);

const files = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    return assetStoreFiles(yield* fs.makeTempDirectoryScoped());
  }),
);

/** A folder for emails, created with the first one. */
class Outbox extends Context.Service<Outbox, string>()("@paraph/http/_testing/Outbox") {}

const outbox = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    return path.join(yield* fs.makeTempDirectoryScoped(), "outbox");
  }),
);

const mailing = EmailJob.layer.pipe(
  Layer.provideMerge(emailAuditSigning.pipe(Layer.provide(emailAuditEngagement))),
  Layer.provideMerge(Engagement.layer),
  Layer.provide(
    Layer.unwrap(
      Effect.map(Outbox, (folder) =>
        mailer({ smtpUrl: undefined, outbox: folder, from: "Paraph <no-reply@paraph.test>" }),
      ),
    ),
  ),
);

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

const embedding = Layer.mergeAll(
  EmbedSessions.layer,
  BuilderTemplates.layer,
  Previews.layer,
  Forms.layer,
).pipe(
  Layer.provideMerge(Catalogs.layer),
  Layer.provideMerge(tokenSignerJose(Redacted.make([SIGNING_JWK]))),
);

/** The secret of callbacks of the Documenso provider. */
export const CALLBACK_SECRET = "callback-secret-of-tests";

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

/** The built-in provider gets a generated signing certificate. */
const sealer = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    const dataDir = yield* fs.makeTempDirectoryScoped();
    const certificate = { p12Path: undefined, p12Password: undefined, tsaUrl: undefined };
    return pdfSealer({ dataDir, ...certificate, publicUrl: BASE_URL });
  }),
);

const signing = (providers: SignatureProvidersOptions) =>
  Layer.mergeAll(
    Signatures.layer,
    Signing.layer,
    ProviderCallbacks.layer,
    Layer.provide(signatureWorker, SignatureWork.layer),
  ).pipe(
    Layer.provide(signatureProviders(providers)),
    Layer.provide(sealer),
    Layer.provide(Layer.merge(documentReader, signatureFonts)),
  );

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

const servicesAt = (urls: typeof UNREACHABLE_URLS) =>
  Layer.mergeAll(
    Hooks.layer,
    Erasures.layer,
    Webhooks.layer({ allowPrivateNetwork: true }),
    EventFeed.layer,
    emailWorker,
    Shares.layer,
    SharedDocuments.layer,
    TemplateCopies.layer,
    Admin.layer,
    embedding,
    readiness,
    measurements,
    rateLimiterMemory,
  ).pipe(
    Layer.provideMerge(Partners.layer),
    Layer.provideMerge(Layer.merge(Renders.layer, Emails.layer)),
    Layer.provideMerge(mailing),
    Layer.provideMerge(Layer.merge(Projects.layer, Keys.layer("test"))),
    Layer.provideMerge(Templates.layer),
    Layer.provide(Publication.layer),
    Layer.provide(
      Layer.provide(pdfRenderer({ threads: 1 }), imageFetcherHttp({ allowPrivateNetwork: true })),
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        adapters.storesSql,
        adapters.renderQueueSql(),
        adapters.emailQueueSql(),
        adapters.blobStoreSql,
      ),
    ),
    Layer.provideMerge(files),
    Layer.provideMerge(urls),
    Layer.provideMerge(outbox),
    Layer.provideMerge(database),
    Layer.provideMerge(platform),
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
      return { projectId, ...(yield* keys.mint({ kind: "project", projectId }, "Test")) };
    });
    const first = yield* projectKey("Invoices");
    const other = yield* projectKey("Letters");
    const accountKeyOf = (accountId: AccountId) =>
      keys.mint({ kind: "account", accountId }, "Test");
    const { key: accountKey } = yield* accountKeyOf(account.id);
    const otherAccount = yield* projects.openAccount("Stranger");
    const { key: strangerKey } = yield* accountKeyOf(otherAccount.id);
    const { id: strangerProject } = yield* projects.create(otherAccount.id, "Invoices");
    const { provision } = yield* Admin;
    const partner = (externalOrgId: string) =>
      provision({ externalOrgId, allowedOrigins: [PARTNER_ORIGIN] });
    const embedding = yield* partner("partner-of-tests");
    const otherEmbedding = yield* partner("other-partner-of-tests");
    return {
      port: portOf(server),
      project: first.projectId,
      key: first.key,
      otherKey: other.key,
      accountKey,
      strangerKey,
      strangerProject,
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

const serverAt = (
  urls: typeof UNREACHABLE_URLS,
  options: Partial<AppOptions>,
  providers: SignatureProvidersOptions,
) => {
  const adminKey = Redacted.make(ADMIN_KEY);
  const chosen = { maxBodyBytes: MAX_BODY_BYTES, adminKey, ...DEFAULTS, ...options };
  return Layer.mergeAll(app(chosen), caller).pipe(
    Layer.provideMerge(signing(providers)),
    Layer.provideMerge(servicesAt(urls)),
    Layer.provide(Logger.layer([capture])),
    Layer.orDie,
  );
};

/** A server with other options and signature providers. */
export const apiServerWith = (
  options: Partial<AppOptions>,
  providers: SignatureProvidersOptions = BUILTIN,
) => serverAt(UNREACHABLE_URLS, options, providers);

/** The server with default options. Tests use its stores for states that no endpoint creates. */
export const apiServer = apiServerWith({});

/**
 * The same server at URLs that browsers can open. Embedded pages are on another site than the other
 * pages.
 */
export const browserServer = serverAt(SERVER_URLS, {}, BUILTIN);
