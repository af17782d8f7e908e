import os from "node:os";
import path from "node:path";

import type { Deployment, TelemetryOptions } from "@paraph/app";
import { parseRetention } from "@paraph/core/erasure";
import { ServiceEnv } from "@paraph/core/keys";
import { parseStorageUrl, type StorageLocation } from "@paraph/core/renders";
import { EVENT_STREAM_RETENTION } from "@paraph/core/webhooks";
import { Config, Data, Effect, type LogLevel, Option, Redacted, Result, Runtime } from "effect";

import {
  address,
  adminKey,
  any,
  collector,
  headers,
  integer,
  level,
  oneOf,
  pairs,
  type ParseResult,
  postgresUrl,
  type RateLimit,
  rateLimit,
  secret,
  sender,
  type TrustProxy,
  trustProxy,
  url,
} from "./setting_forms.ts";
import { parseSigningJwks, type SigningJwk } from "./signing_jwk.ts";

/** The configuration of a deployment, read from environment variables (contract §1). */
export interface Settings extends Deployment {
  readonly host: string;
  readonly port: number;
  /** The key of `/v1/admin/provision`; absent: the endpoint is disabled. */
  readonly adminKey: Redacted.Redacted | undefined;
  /** The keys that sign embed sessions, the current one first; absent: one is generated in `dataDir`. */
  readonly embedSigningKeys: Redacted.Redacted<ReadonlyArray<SigningJwk>> | undefined;
  /** The limit of requests with one key; absent: no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** The server where all nodes count requests together; absent: each node counts its own. */
  readonly redisUrl: Redacted.Redacted | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted; absent: none. */
  readonly trustProxy: TrustProxy | undefined;
  readonly maxBodyBytes: number;
  /** Where traces, metrics and logs are sent; absent: they are not. */
  readonly telemetry: TelemetryOptions | undefined;
  readonly logLevel: LogLevel.LogLevel;
  readonly logFormat: "pretty" | "json";
}

/** One or more variables are invalid: a line for each. */
export class WrongSettings extends Data.TaggedError("wrong_settings")<{
  readonly message: string;
}> {
  override readonly [Runtime.errorExitCode] = 2;
}

const SIGNATURE_PROVIDERS = ["builtin", "firma", "documenso", "none"] as const;

/** A folder, or a bucket with its credentials: an id, a secret and a session token. */
function storageOf(
  location: StorageLocation | undefined,
  dataDir: string,
  [keyId, secretKey, sessionToken]: ReadonlyArray<Redacted.Redacted | undefined>,
): Deployment["storage"] {
  if (location?.kind !== "bucket") {
    return {
      kind: "folder",
      folder: path.resolve(location?.folder ?? path.join(dataDir, "files")),
    };
  }
  const accessKeyId = keyId === undefined ? "" : Redacted.value(keyId);
  const secretAccessKey = secretKey ?? Redacted.make("");
  return { ...location, credentials: { accessKeyId, secretAccessKey, sessionToken } };
}

/** Reads all settings, or fails with a line for each invalid variable. Messages never contain values. */
export const readSettings: Effect.Effect<Settings, WrongSettings | Config.ConfigError> = Effect.gen(
  function* () {
    const problems: Array<string> = [];
    /** Reads a variable; an empty one counts as not set. */
    const read = Effect.fnUntraced(function* <A, B>(
      variable: string,
      parse: (text: string) => ParseResult<A>,
      absent: () => B,
    ) {
      const text = Option.getOrElse(yield* Config.option(Config.String(variable)), () => "").trim();
      if (text === "") return absent();
      const result = parse(text);
      if (Result.isSuccess(result)) return result.success;
      problems.push(`${variable} is not valid; ${result.failure}`);
      return absent();
    });

    const dataDir = path.resolve(yield* read("DATA_DIR", any, () => ".paraph"));
    const serviceEnv = yield* read(
      "SERVICE_ENV",
      oneOf(ServiceEnv.literals),
      () => "test" as const,
    );
    const databaseUrl = yield* read("DATABASE_URL", postgresUrl("primary"), () => undefined);
    const databasePoolMode = yield* read(
      "DATABASE_POOL_MODE",
      oneOf(["session", "transaction"]),
      () => undefined,
    );
    const databaseReadUrl = yield* read(
      "DATABASE_READ_URL",
      postgresUrl("replica"),
      () => undefined,
    );
    if (databaseReadUrl !== undefined && databaseUrl === undefined)
      problems.push("DATABASE_URL is missing; DATABASE_READ_URL needs it");
    const adminSecret = yield* read("SERVICE_ADMIN_KEY", adminKey, () => undefined);
    const location = yield* read("STORAGE_URL", parseStorageUrl, () => undefined);
    const awsKeyId = yield* read("AWS_ACCESS_KEY_ID", secret, () => undefined);
    const awsSecret = yield* read("AWS_SECRET_ACCESS_KEY", secret, () => undefined);
    const awsToken = yield* read("AWS_SESSION_TOKEN", secret, () => undefined);
    const smtpUrl = yield* read("SMTP_URL", url("smtp", "smtps"), () => undefined);
    const signingP12Path = yield* read(
      "SIGNING_P12_PATH",
      (text) => Result.succeed(path.resolve(text)),
      () => undefined,
    );
    const p12Password = yield* read("SIGNING_P12_PASSWORD", any, () => undefined);
    if (p12Password !== undefined && signingP12Path === undefined)
      problems.push("SIGNING_P12_PATH is missing; SIGNING_P12_PASSWORD needs it");
    const tsaUrl = yield* read("SIGNING_TSA_URL", address, () => undefined);
    const embedKeys = yield* read("EMBED_SIGNING_KEY", parseSigningJwks, () => undefined);
    const otlpEndpoint = yield* read("OTEL_EXPORTER_OTLP_ENDPOINT", collector, () => undefined);
    const otlpHeaders = yield* read("OTEL_EXPORTER_OTLP_HEADERS", headers, () => ({}));
    const otelServiceName = yield* read("OTEL_SERVICE_NAME", any, () => "paraph");
    const otelAttributes = yield* read("OTEL_RESOURCE_ATTRIBUTES", pairs, () => ({}));
    const redisUrl = yield* read("REDIS_URL", url("redis", "rediss"), () => undefined);
    const signatureProvider = yield* read(
      "SIGNATURE_PROVIDER",
      oneOf(SIGNATURE_PROVIDERS),
      () => "builtin" as const,
    );
    const firmaKey = yield* read("FIRMA_API_KEY", secret, () => undefined);
    const firmaUrl = yield* read("FIRMA_URL", url("http", "https"), () => undefined);
    const firmaSecrets = [
      yield* read("FIRMA_WEBHOOK_SECRET", secret, () => undefined),
      yield* read("FIRMA_WEBHOOK_SECRET_OLD", secret, () => undefined),
    ].filter((each) => each !== undefined);
    const documensoUrl = yield* read("DOCUMENSO_URL", url("http", "https"), () => undefined);
    const documensoKey = yield* read("DOCUMENSO_API_KEY", secret, () => undefined);
    const documensoSecret = yield* read("DOCUMENSO_WEBHOOK_SECRET", secret, () => undefined);
    const choices = new Set([
      `SIGNATURE_PROVIDER=${signatureProvider}`,
      ...(location?.kind === "bucket" ? ["STORAGE_URL=s3://…"] : []),
    ]);
    for (const [dependent, variable, value] of [
      ["SIGNATURE_PROVIDER=firma", "FIRMA_API_KEY", firmaKey],
      ["SIGNATURE_PROVIDER=documenso", "DOCUMENSO_URL", documensoUrl],
      ["SIGNATURE_PROVIDER=documenso", "DOCUMENSO_API_KEY", documensoKey],
      ["STORAGE_URL=s3://…", "AWS_ACCESS_KEY_ID", awsKeyId],
      ["STORAGE_URL=s3://…", "AWS_SECRET_ACCESS_KEY", awsSecret],
    ] as const) {
      const isWrong = problems.some((line) => line.startsWith(`${variable} `));
      if (choices.has(dependent) && value === undefined && !isWrong) {
        problems.push(`${variable} is missing; ${dependent} needs it`);
      }
    }
    const events = yield* read(
      "EVENT_RETENTION",
      parseRetention("30d"),
      () => EVENT_STREAM_RETENTION,
    );
    const retention = {
      renders: yield* read("RENDER_RETENTION", parseRetention("1h"), () => undefined),
      signatures: yield* read("SIGNATURE_RETENTION", parseRetention("1h"), () => undefined),
      events,
      deliveries: yield* read("DELIVERY_RETENTION", parseRetention("1h"), () => events),
      audit: yield* read("AUDIT_RETENTION", parseRetention("1h"), () => undefined),
    };
    const settings: Settings = {
      host: yield* read("HOST", any, () => "127.0.0.1"),
      port: yield* read("PORT", integer(0, 65_535), () => 3000),
      publicUrl: yield* read("PUBLIC_URL", url("http", "https"), () => undefined),
      shareUrl: yield* read("SHARE_URL", url("http", "https"), () => undefined),
      embedUrl: yield* read("EMBED_URL", url("http", "https"), () => undefined),
      databaseUrl: databaseUrl === undefined ? undefined : Redacted.make(databaseUrl),
      databasePoolMode,
      databaseReadUrl: databaseReadUrl === undefined ? undefined : Redacted.make(databaseReadUrl),
      storage: storageOf(location, dataDir, [awsKeyId, awsSecret, awsToken]),
      dataDir,
      smtpUrl: smtpUrl === undefined ? undefined : Redacted.make(smtpUrl),
      outboxFolder: path.join(dataDir, "outbox"),
      mailFrom: yield* read("MAIL_FROM", sender, () => "Paraph <no-reply@localhost>"),
      serviceEnv,
      adminKey: adminSecret === undefined ? undefined : Redacted.make(adminSecret),
      signingP12Path,
      signingP12Password: p12Password === undefined ? undefined : Redacted.make(p12Password),
      embedSigningKeys: embedKeys === undefined ? undefined : Redacted.make(embedKeys),
      signingTsaUrl: tsaUrl === undefined ? undefined : Redacted.make(tsaUrl),
      rateLimit: yield* read("RATE_LIMIT", rateLimit, () => ({ requests: 1200, seconds: 60 })),
      redisUrl: redisUrl === undefined ? undefined : Redacted.make(redisUrl),
      trustProxy: yield* read("TRUST_PROXY", trustProxy, () => undefined),
      maxBodyBytes: yield* read("MAX_BODY_BYTES", integer(1024, 2 ** 30), () => 20_971_520),
      workerConcurrency: yield* read("WORKER_CONCURRENCY", integer(1, 256), () =>
        os.availableParallelism(),
      ),
      retention,
      allowPrivateNetwork:
        (yield* read("ALLOW_PRIVATE_NETWORK", oneOf(["true", "false"]), () =>
          serviceEnv === "test" ? "true" : "false",
        )) === "true",
      signatureProvider,
      firma:
        firmaKey === undefined
          ? undefined
          : { apiKey: firmaKey, webhookSecrets: firmaSecrets, url: firmaUrl },
      documenso:
        documensoUrl === undefined || documensoKey === undefined
          ? undefined
          : { url: documensoUrl, apiKey: documensoKey, webhookSecret: documensoSecret },
      telemetry:
        otlpEndpoint === undefined
          ? undefined
          : {
              endpoint: otlpEndpoint,
              headers: Redacted.make(otlpHeaders),
              serviceName: otelServiceName,
              resourceAttributes: otelAttributes,
            },
      logLevel: yield* read("LOG_LEVEL", level, () => "Info" as const),
      logFormat: yield* read("LOG_FORMAT", oneOf(["pretty", "json"]), () =>
        process.stdout.isTTY ? "pretty" : "json",
      ),
    };
    if (problems.length > 0) return yield* new WrongSettings({ message: problems.join("\n") });
    return settings;
  },
);
