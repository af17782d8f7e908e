import { generateKeyPairSync, hash } from "node:crypto";
import * as os from "node:os";
import * as path from "node:path";
import { inspect } from "node:util";

import { assert, describe, it } from "@effect/vitest";
import { ConfigProvider, Duration, Effect, Redacted } from "effect";
import { IpNetwork } from "effect/net";

import { readSettings } from "./read_settings.ts";

const read = (variables: Record<string, string>) =>
  Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: variables }),
  );

const SECRET = "hunter2";

const KEY = newKey();
const OTHER_KEY = newKey();

function newKey() {
  const { x = "", d = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x, d } as const;
}

/** Returns the id of a key without a kid. */
function thumbprint({ crv, kty, x }: typeof KEY): string {
  return hash("sha256", JSON.stringify({ crv, kty, x }), "base64url");
}

/** An invalid value of each variable, and what its line says is allowed. */
const WRONG: ReadonlyArray<readonly [variable: string, value: string, allowed: string]> = [
  ["PORT", "http", "a whole number from 0 to 65535"],
  ["PORT", "65536", "a whole number from 0 to 65535"],
  ["PORT", "-1", "a whole number from 0 to 65535"],
  ["PORT", "80.5", "a whole number from 0 to 65535"],
  ["PUBLIC_URL", "paraph.example.com", "a URL that starts with http:// or https://"],
  ["PUBLIC_URL", "ftp://example.com", "a URL that starts with http:// or https://"],
  ["DATABASE_URL", `mysql://me:${SECRET}@db/x`, "a URL that starts with postgres://"],
  ["DATABASE_URL", SECRET, "a URL that starts with postgres://"],
  [
    "DATABASE_URL",
    `postgres://me:${SECRET}@a,b/x?target_session_attrs=standby`,
    "one of any, read-write, primary",
  ],
  [
    "DATABASE_READ_URL",
    `postgres://me:${SECRET}@a/x?target_session_attrs=read-write`,
    "one of any, read-only, standby",
  ],
  ["DATABASE_POOL_MODE", "statement", "session, transaction"],
  ["SHARE_URL", "share.example.com", "a URL that starts with http:// or https://"],
  ["EMBED_URL", "embed.example.com", "a URL that starts with http:// or https://"],
  ["EMBED_SIGNING_KEY", SECRET, "a private Ed25519 key as a JSON Web Key"],
  ["EMBED_SIGNING_KEY", "[]", "a private Ed25519 key as a JSON Web Key"],
  [
    "EMBED_SIGNING_KEY",
    JSON.stringify({ ...KEY, x: OTHER_KEY.x }),
    "a private Ed25519 key as a JSON Web Key",
  ],
  [
    "EMBED_SIGNING_KEY",
    JSON.stringify([KEY, { ...KEY, d: undefined }]),
    "a private Ed25519 key as a JSON Web Key",
  ],
  ["EMBED_SIGNING_KEY", JSON.stringify([KEY, KEY]), "keys with distinct kids"],
  [
    "EMBED_SIGNING_KEY",
    JSON.stringify([KEY, { ...OTHER_KEY, kid: thumbprint(KEY) }]),
    "keys with distinct kids",
  ],
  ["SMTP_URL", `http://me:${SECRET}@mail`, "a URL that starts with smtp:// or smtps://"],
  ["SIGNING_TSA_URL", `ldap://me:${SECRET}@tsa`, "a URL that starts with http:// or https://"],
  ["MAIL_FROM", "Acme", "an address, or a name and an address"],
  ["MAIL_FROM", "Acme\r\nBcc: all@acme.example <a@acme.example>", "an address, or a name"],
  ["TRUST_PROXY", "0", "how many proxies there are (1 to 32), or their networks"],
  ["TRUST_PROXY", "33", "how many proxies there are (1 to 32), or their networks"],
  ["TRUST_PROXY", "10.0.0.1/8", "how many proxies there are (1 to 32), or their networks"],
  ["TRUST_PROXY", "10.0.0.0/8,proxy", "how many proxies there are (1 to 32), or their networks"],
  ["STORAGE_URL", `ftp://me:${SECRET}@files`, "file: and the path of a folder, or s3://bucket"],
  ["RENDER_RETENTION", "90", "hours or days, such as 12h or 90d; at least 1h"],
  ["SIGNATURE_RETENTION", "0d", "hours or days, such as 12h or 90d; at least 1h"],
  ["EVENT_RETENTION", "29d", "hours or days, such as 12h or 90d; at least 30d"],
  ["DELIVERY_RETENTION", "-1d", "hours or days, such as 12h or 90d; at least 1h"],
  ["AUDIT_RETENTION", "9999999d", "hours or days, such as 12h or 90d; at least 1h"],
  ["SERVICE_ENV", "production", "live, test"],
  ["SERVICE_ADMIN_KEY", SECRET, "at least 32 visible ASCII characters"],
  ["SERVICE_ADMIN_KEY", `${SECRET} ${"x".repeat(32)}`, "at least 32 visible ASCII characters"],
  ["RATE_LIMIT", "1200", "off, or requests per time, such as 1200/60s"],
  ["RATE_LIMIT", "0/60s", "off, or requests per time, such as 1200/60s"],
  ["RATE_LIMIT", "1/500ms", "off, or requests per time, such as 1200/60s"],
  ["RATE_LIMIT", "1/25h", "off, or requests per time, such as 1200/60s"],
  ["REDIS_URL", `http://:${SECRET}@redis:6379`, "a URL that starts with redis:// or rediss://"],
  ["MAX_BODY_BYTES", "20MB", "a whole number from 1024 to 1073741824"],
  ["MAX_BODY_BYTES", "12", "a whole number from 1024 to 1073741824"],
  ["WORKER_CONCURRENCY", "0", "a whole number from 1 to 256"],
  ["ALLOW_PRIVATE_NETWORK", "yes", "true, false"],
  ["SIGNATURE_PROVIDER", "docusign", "builtin, firma, documenso, none"],
  ["FIRMA_URL", "api.firma.dev", "a URL that starts with http:// or https://"],
  ["FIRMA_API_KEY", `${SECRET} ${SECRET}`, "visible ASCII characters"],
  ["FIRMA_WEBHOOK_SECRET", `${SECRET}é`, "visible ASCII characters"],
  ["FIRMA_WEBHOOK_SECRET_OLD", `${SECRET}\n${SECRET}`, "visible ASCII characters"],
  ["DOCUMENSO_URL", `ftp://${SECRET}.test`, "a URL that starts with http:// or https://"],
  ["DOCUMENSO_API_KEY", `${SECRET} ${SECRET}`, "visible ASCII characters"],
  ["DOCUMENSO_WEBHOOK_SECRET", `${SECRET}é`, "visible ASCII characters"],
  ["OIDC_TRUST_EMAIL", "yes", "true, false"],
  ["SMS_WEBHOOK_SECRET", `whsec_${SECRET}!`, "whsec_ and base64 of 24 to 64 bytes"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "a URL that starts with http:// or https://"],
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    `https://me:${SECRET}@collector.example`,
    "without credentials and query",
  ],
  ["OTEL_EXPORTER_OTLP_HEADERS", SECRET, "pairs such as name=value,other=value"],
  ["OTEL_EXPORTER_OTLP_HEADERS", `a=%0d%0a${SECRET}`, "headers such as authorization="],
  ["OTEL_EXPORTER_OTLP_HEADERS", `a(b=${SECRET}`, "headers such as authorization="],
  ["OTEL_RESOURCE_ATTRIBUTES", `a=%zz${SECRET}`, "pairs such as name=value,other=value"],
  ["LOG_LEVEL", "loud", "trace, debug, info, warn, error, fatal, none"],
  ["LOG_FORMAT", "xml", "pretty, json"],
];

/** Variables without another one that they need, and the missing ones. */
const MISSING: ReadonlyArray<readonly [Record<string, string>, Array<string>]> = [
  [{ SIGNATURE_PROVIDER: "firma" }, ["FIRMA_API_KEY"]],
  [{ SIGNATURE_PROVIDER: "documenso" }, ["DOCUMENSO_URL", "DOCUMENSO_API_KEY"]],
  [{ SIGNATURE_PROVIDER: "documenso", DOCUMENSO_API_KEY: SECRET }, ["DOCUMENSO_URL"]],
  [{ SIGNATURE_PROVIDER: "documenso", DOCUMENSO_URL: "http://d" }, ["DOCUMENSO_API_KEY"]],
  [{ SIGNATURE_PROVIDER: "firma", FIRMA_API_KEY: "a b" }, ["FIRMA_API_KEY"]],
  [{ SIGNING_P12_PASSWORD: SECRET }, ["SIGNING_P12_PATH"]],
  [{ OIDC_ISSUER: "https://login.example" }, ["OIDC_CLIENT_ID"]],
  [{ OIDC_CLIENT_ID: "paraph" }, ["OIDC_ISSUER"]],
  [{ SMS_WEBHOOK_URL: "https://sms.example" }, ["SMS_WEBHOOK_SECRET"]],
  [{ DATABASE_READ_URL: `postgres://me:${SECRET}@db/x` }, ["DATABASE_URL"]],
];

describe("readSettings", () => {
  it.effect("has the defaults of the contract", () =>
    Effect.gen(function* () {
      const { logFormat: _, ...settings } = yield* read({});
      assert.deepStrictEqual(settings, {
        host: "127.0.0.1",
        port: 3e3,
        publicUrl: undefined,
        databaseUrl: undefined,
        databasePoolMode: undefined,
        databaseReadUrl: undefined,
        dataDir: path.resolve(".paraph"),
        storage: { kind: "folder", folder: path.resolve(".paraph/files") },
        shareUrl: undefined,
        smtpUrl: undefined,
        mailWebhookSecret: undefined,
        trustProxy: undefined,
        embedUrl: undefined,
        embedSigningKeys: undefined,

        outboxFolder: path.resolve(".paraph/outbox"),
        mailFrom: "Paraph <no-reply@localhost>",

        signingP12Path: undefined,
        signingP12Password: undefined,
        signingTsaUrl: undefined,
        oidc: undefined,
        sms: undefined,

        adminKey: undefined,
        redisUrl: undefined,
        rateLimit: { requests: 1200, seconds: 60 },

        serviceEnv: "test",
        maxBodyBytes: 20971520,
        logLevel: "Info",

        workerConcurrency: os.availableParallelism(),
        allowPrivateNetwork: true,

        signatureProvider: "builtin",
        firma: undefined,
        documenso: undefined,
        telemetry: undefined,
        retention: {
          renders: undefined,
          signatures: undefined,
          audit: undefined,

          events: Duration.days(30),
          deliveries: Duration.days(30),
        },
      });
    }),
  );

  it.effect("reads every variable", () =>
    Effect.gen(function* () {
      const { databaseUrl, adminKey, redisUrl, smtpUrl, firma, documenso, ...others } = yield* read(
        {
          HOST: "0.0.0.0",
          PORT: "0",
          PUBLIC_URL: "https://paraph.example.com/",
          DATABASE_URL: "postgres://me:pass@db:5432/paraph",
          DATABASE_POOL_MODE: "transaction",
          DATABASE_READ_URL: "postgres://me:pass@replica:5432/paraph",
          DATA_DIR: "/var/lib/paraph",
          STORAGE_URL: "file:/srv/files",
          SERVICE_ENV: "live",
          MAX_BODY_BYTES: "1024",
          WORKER_CONCURRENCY: "3",
          ALLOW_PRIVATE_NETWORK: "true",
          LOG_LEVEL: "WARN",

          LOG_FORMAT: "pretty",
          SERVICE_ADMIN_KEY: "k".repeat(32),
          RATE_LIMIT: "5/2m",

          SHARE_URL: "https://docs.example.com/",
          SMTP_URL: "smtps://me:pass@mail:465",
          MAIL_WEBHOOK_SECRET: "m".repeat(32),

          MAIL_FROM: "Acme, Ltd. <a@acme.example>",
          TRUST_PROXY: "2",

          REDIS_URL: "rediss://:pass@redis:6379/1",
          SIGNATURE_PROVIDER: "firma",

          FIRMA_API_KEY: "fk",
          FIRMA_WEBHOOK_SECRET: "fs",
          FIRMA_WEBHOOK_SECRET_OLD: "fo",

          FIRMA_URL: "http://firma.test/api/",
          DOCUMENSO_URL: "https://sign.example.com/",

          DOCUMENSO_API_KEY: "dk",
          DOCUMENSO_WEBHOOK_SECRET: "ds",

          OIDC_ISSUER: "https://login.example/realms/acme",
          OIDC_CLIENT_ID: "paraph",
          OIDC_CLIENT_SECRET: SECRET,
          OIDC_TRUST_EMAIL: "true",
          SMS_WEBHOOK_URL: `https://sms.example/${SECRET}`,
          SMS_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",

          SIGNING_P12_PATH: "/run/seal.p12",
          SIGNING_P12_PASSWORD: SECRET,

          EMBED_URL: "https://embed.example.com/e/",
          EMBED_SIGNING_KEY: JSON.stringify(KEY),

          RENDER_RETENTION: "90d",
          SIGNATURE_RETENTION: "3650d",
          EVENT_RETENTION: "60d",

          DELIVERY_RETENTION: "12h",
          AUDIT_RETENTION: "730d",
          SIGNING_TSA_URL: `https://me:${SECRET}@tsa.example/tsr/`,
        },
      );
      assert.strictEqual(firma?.url, "http://firma.test/api");
      assert.strictEqual(Redacted.value(firma!.apiKey), "fk");
      assert.deepStrictEqual(firma?.webhookSecrets.map(Redacted.value), ["fs", "fo"]);
      assert.strictEqual(documenso?.url, "https://sign.example.com");
      assert.strictEqual(Redacted.value(documenso!.apiKey), "dk");
      assert.strictEqual(Redacted.value(documenso!.webhookSecret!), "ds");
      const { databaseReadUrl, ...remaining } = others;
      assert.strictEqual(
        Redacted.value(databaseReadUrl!),
        "postgres://me:pass@replica:5432/paraph",
      );
      const { signingP12Password, signingTsaUrl, embedSigningKeys, ...most } = remaining;
      const { mailWebhookSecret, oidc, sms, ...settings } = most;
      const { clientSecret, ...provider } = oidc!;
      assert.strictEqual(Redacted.value(clientSecret!), SECRET);
      assert.deepStrictEqual(provider, {
        issuer: "https://login.example/realms/acme",
        clientId: "paraph",
        name: "login.example",
        trustEmail: true,
      });
      assert.strictEqual(Redacted.value(sms!.url), `https://sms.example/${SECRET}`);
      assert.strictEqual(Redacted.value(sms!.secret), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
      assert.deepEqual(Redacted.value(embedSigningKeys!), [KEY]);
      assert.strictEqual(Redacted.value(signingP12Password!), SECRET);
      assert.strictEqual(Redacted.value(signingTsaUrl!), `https://me:${SECRET}@tsa.example/tsr/`);
      assert.strictEqual(Redacted.value(adminKey!), "k".repeat(32));
      assert.strictEqual(Redacted.value(smtpUrl!), "smtps://me:pass@mail:465");
      assert.strictEqual(Redacted.value(mailWebhookSecret!), "m".repeat(32));
      assert.strictEqual(Redacted.value(redisUrl!), "rediss://:pass@redis:6379/1");
      assert.strictEqual(Redacted.value(databaseUrl!), "postgres://me:pass@db:5432/paraph");
      assert.deepStrictEqual(settings, {
        host: "0.0.0.0",
        port: 0,
        publicUrl: "https://paraph.example.com",
        embedUrl: "https://embed.example.com/e",
        shareUrl: "https://docs.example.com",
        mailFrom: "Acme, Ltd. <a@acme.example>",
        signingP12Path: "/run/seal.p12",
        outboxFolder: "/var/lib/paraph/outbox",
        trustProxy: { hops: 2 },
        databasePoolMode: "transaction",
        dataDir: "/var/lib/paraph",
        storage: { kind: "folder", folder: "/srv/files" },
        serviceEnv: "live",

        maxBodyBytes: 1024,
        workerConcurrency: 3,
        allowPrivateNetwork: true,

        logLevel: "Warn",
        logFormat: "pretty",
        rateLimit: { requests: 5, seconds: 120 },
        signatureProvider: "firma",
        telemetry: undefined,
        retention: {
          renders: Duration.days(90),
          signatures: Duration.days(3650),

          events: Duration.days(60),
          deliveries: Duration.hours(12),
          audit: Duration.days(730),
        },
      });
    }),
  );

  it.effect("treats an empty variable as not set", () =>
    Effect.gen(function* () {
      const { port, databaseUrl, dataDir } = yield* read({
        PORT: "",
        DATABASE_URL: " ",
        DATA_DIR: "",
      });
      assert.deepStrictEqual(
        { port, databaseUrl, dataDir },
        { port: 3000, databaseUrl: undefined, dataDir: path.resolve(".paraph") },
      );
    }),
  );

  it.effect("TRUST_PROXY accepts networks, and addresses as networks of one", () =>
    Effect.gen(function* () {
      const { trustProxy } = yield* read({ TRUST_PROXY: "10.0.0.0/8, fd00::/8, 127.0.0.1" });
      const networks =
        trustProxy !== undefined && "networks" in trustProxy ? trustProxy.networks : [];
      assert.deepStrictEqual(networks.map(IpNetwork.format), [
        "10.0.0.0/8",
        "fd00::/8",
        "127.0.0.1/32",
      ]);
    }),
  );

  it.effect("EMBED_SIGNING_KEY accepts several keys, and shows none", () =>
    Effect.gen(function* () {
      const both = [{ ...KEY, kid: "new" }, OTHER_KEY];
      const { embedSigningKeys } = yield* read({ EMBED_SIGNING_KEY: JSON.stringify(both) });
      const kids = Redacted.value(embedSigningKeys!).map(({ kid }) => kid);
      assert.deepStrictEqual(kids, ["new", undefined]);
      assert.notInclude(inspect(embedSigningKeys, { depth: 9 }), KEY.d);
    }),
  );

  it.effect("RATE_LIMIT=off sets no limit", () =>
    Effect.gen(function* () {
      assert.isUndefined((yield* read({ RATE_LIMIT: "off" })).rateLimit);
    }),
  );

  it.effect("a live deployment may not reach private networks by default", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* read({ SERVICE_ENV: "live" })).allowPrivateNetwork);
      assert.isTrue(
        (yield* read({ SERVICE_ENV: "live", ALLOW_PRIVATE_NETWORK: "true" })).allowPrivateNetwork,
      );
    }),
  );

  it.effect.each(MISSING)(
    "%o names each variable that the provider needs, in a line each",
    ([variables, names]) =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(read(variables));
        const lines = message.split("\n").map((line) => line.split(" ")[0]);
        assert.deepStrictEqual(lines, names);
      }),
  );

  it.effect("reads the settings of providers for earlier requests", () =>
    Effect.gen(function* () {
      const { firma, signatureProvider } = yield* read({ FIRMA_API_KEY: SECRET });
      assert.deepStrictEqual([signatureProvider, firma?.webhookSecrets], ["builtin", []]);
      assert.notInclude(inspect(firma, { depth: 9 }), SECRET);
    }),
  );

  it.effect.each(WRONG)("%s=%s is refused in one line with what is allowed", (wrong) =>
    Effect.gen(function* () {
      const [variable, value, hint] = wrong;
      const { message } = yield* Effect.flip(
        read({ DATABASE_URL: "postgres://db/x", [variable]: value }),
      );
      assert.strictEqual(message.split("\n").length, 1);
      assert.match(message, new RegExp(`^${variable} `));
      assert.include(message, hint);
      assert.notInclude(message, SECRET);
      assert.notInclude(message, KEY.d);
    }),
  );

  it.effect("reports every invalid variable, in a line each", () =>
    Effect.gen(function* () {
      const variables = Object.fromEntries(WRONG.map(([variable, value]) => [variable, value]));
      const { message } = yield* Effect.flip(read(variables));
      const names = message.split("\n").map((line) => line.split(" ")[0]);
      assert.sameMembers(names, Object.keys(variables));
      assert.notInclude(message, SECRET);
    }),
  );

  it.effect("never shows the credentials of the database", () =>
    Effect.gen(function* () {
      const settings = yield* read({ DATABASE_URL: `postgres://me:${SECRET}@db/paraph` });
      assert.notInclude(JSON.stringify(settings), SECRET);
      assert.notInclude(inspect(settings, { depth: 9 }), SECRET);
    }),
  );
});
