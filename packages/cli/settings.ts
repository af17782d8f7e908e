import os from "node:os";
import path from "node:path";

import { isSender } from "@paraph/core/admin";
import { parseRetention } from "@paraph/core/erasure";
import { ServiceEnv } from "@paraph/core/keys";
import { parseStorageUrl, type StorageLocation } from "@paraph/core/renders";
import { KEEP_EVENTS } from "@paraph/core/webhooks";
import type { Deployment, TelemetryOptions } from "@paraph/worker/app";
import { Config, Data, Effect, type LogLevel, Option, Redacted, Result, Runtime } from "effect";
import { IpNetwork, NetAddress } from "effect/net";

import { parseSigningJwks, type SigningJwk } from "./signing_jwk.ts";

/** Everything a deployment may set, read from environment variables (contract §1). */
export interface Settings extends Deployment {
  readonly host: string;
  readonly port: number;
  /** Opens `/v1/admin/provision`; absent: nothing does. */
  readonly adminKey: Redacted.Redacted | undefined;
  /** What embed sessions are signed with, the current one first; absent: one of our own in `dataDir`. */
  readonly embedSigningKeys: Redacted.Redacted<ReadonlyArray<SigningJwk>> | undefined;
  /** How much one key may ask for in a window; absent: as much as it likes. */
  readonly rateLimit: { readonly requests: number; readonly seconds: number } | undefined;
  /** Where all nodes count requests together; absent: each for itself. */
  readonly redisUrl: Redacted.Redacted | undefined;
  /** Which proxies are believed about whom they speak for; absent: none. */
  readonly trustProxy:
    | { readonly hops: number }
    | { readonly networks: ReadonlyArray<IpNetwork.IpNetwork> }
    | undefined;
  readonly maxBodyBytes: number;
  /** Where traces, metrics and logs are sent; absent: to nobody. */
  readonly telemetry: TelemetryOptions | undefined;
  readonly logLevel: LogLevel.LogLevel;
  readonly logFormat: "pretty" | "json";
}

/** One or more variables hold something else than they may: a line for each. */
export class WrongSettings extends Data.TaggedError("wrong_settings")<{
  readonly message: string;
}> {
  override readonly [Runtime.errorExitCode] = 2;
}

type Parsed<A> = Result.Result<A, string>;

const integer = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? Result.succeed(value)
    : Result.fail(`allowed: a whole number from ${least} to ${most}`);
};

const oneOf =
  <const Choice extends string>(choices: ReadonlyArray<Choice>) =>
  (text: string): Parsed<Choice> => {
    const choice = choices.find((candidate) => candidate === text);
    return choice === undefined
      ? Result.fail(`allowed: ${choices.join(", ")}`)
      : Result.succeed(choice);
  };

const url =
  (...schemes: ReadonlyArray<string>) =>
  (text: string): Parsed<string> =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))
      ? Result.succeed(text.replace(/\/+$/, ""))
      : Result.fail(
          `allowed: a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
        );

/** Kept to the letter: a path may end in a stroke. */
const address = (text: string): Parsed<string> =>
  Result.map(url("http", "https")(text), () => text);

const any = (text: string): Parsed<string> => Result.succeed(text);

/** What fits into a header as it is, and is too long to be guessed. */
const adminKey = (text: string): Parsed<string> =>
  /^[\x21-\x7e]{32,1000}$/.test(text)
    ? Result.succeed(text)
    : Result.fail("allowed: at least 32 visible ASCII characters");

/** What fits into a header as it is; some tokens are long. */
const secret = (text: string): Parsed<Redacted.Redacted> =>
  /^[\x21-\x7e]{1,10000}$/.test(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail("allowed: visible ASCII characters");

/** Pairs as `OTEL_…` writes them: `name=value,other=value`, with `%2C` and the like for what would end one. */
const pairs = (text: string): Parsed<Readonly<Record<string, string>>> => {
  const read = text.split(",").map((pair) => /^\s*([\x21-\x7e]+?)\s*=\s*(.*?)\s*$/u.exec(pair));
  const known = read.flatMap((parts) => {
    const [, name, value] = parts?.map(decoded) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return known.length === read.length
    ? Result.succeed(Object.fromEntries(known))
    : Result.fail("allowed: pairs such as name=value,other=value, with %2C for a comma in one");
};

function decoded(text: string): string | undefined {
  return Result.getOrUndefined(Result.try(() => decodeURIComponent(text)));
}

/** Pairs that can be headers. */
const headers = (text: string): Parsed<Readonly<Record<string, string>>> =>
  Result.filterOrFail(
    pairs(text),
    (found) =>
      Object.entries(found).every(
        ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/u.test(name) && /^[\x20-\x7e]*$/u.test(value),
      ),
    () => "allowed: headers such as authorization=Bearer%20KEY, with commas between them",
  );

/** What is continued with `/v1/traces` and the like. */
const collector = (text: string): Parsed<string> =>
  Result.filterOrFail(
    url("http", "https")(text),
    (found) => /^[^@?#]+$/u.test(found),
    () => "allowed: a URL that starts with http:// or https://, without credentials and query",
  );

const SIGNATURE_PROVIDERS = ["builtin", "firma", "documenso", "none"] as const;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

const rateLimit = (text: string): Parsed<Settings["rateLimit"]> => {
  if (text === "off") return Result.succeed(undefined);
  const [, requests = "", amount = "", unit = ""] =
    /^([1-9]\d{0,8})\/([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS[unit] ?? 0);
  return seconds >= 1 && seconds <= 86_400
    ? Result.succeed({ requests: Number(requests), seconds })
    : Result.fail("allowed: off, or requests per time, such as 1200/60s; a day (24h) at most");
};

const sender = (text: string): Parsed<string> =>
  isSender(text)
    ? Result.succeed(text)
    : Result.fail("allowed: an address, or a name and an address: Acme <no-reply@acme.example>");

/** So many proxies in a row, or the networks that proxies are in; an address is a network of one. */
const trustProxy = (text: string): Parsed<Settings["trustProxy"]> => {
  if (/^([1-9]|[12]\d|3[0-2])$/.test(text)) return Result.succeed({ hops: Number(text) });
  const networks = text.split(",").map((part) => networkOf(part.trim()));
  const known = networks.filter((network) => network !== undefined);
  return known.length === networks.length
    ? Result.succeed({ networks: known })
    : Result.fail(
        "allowed: how many proxies there are (1 to 32), or their networks, such as 10.0.0.0/8,::1",
      );
};

function networkOf(text: string): IpNetwork.IpNetwork | undefined {
  const network = text.includes("/")
    ? IpNetwork.fromString(text)
    : Result.map(NetAddress.ipFromString(text), (address) =>
        IpNetwork.makeUnsafe(address, NetAddress.width(address)),
      );
  return Result.getOrUndefined(network);
}

const LEVELS: Record<string, LogLevel.LogLevel> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  fatal: "Fatal",
  none: "None",
};
const level = (text: string): Parsed<LogLevel.LogLevel> => {
  const found = LEVELS[text.toLowerCase()];
  return found === undefined
    ? Result.fail(`allowed: ${Object.keys(LEVELS).join(", ")}`)
    : Result.succeed(found);
};

/** A folder as it is, or a bucket with the keys that it is used with: its id, its secret, a token. */
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

/** Reads every setting, or fails with a line for each variable that is wrong. Values are never told. */
export const readSettings: Effect.Effect<Settings, WrongSettings | Config.ConfigError> = Effect.gen(
  function* () {
    const problems: Array<string> = [];
    /** What a variable says; an empty one says nothing. */
    const read = Effect.fnUntraced(function* <A, B>(
      variable: string,
      parse: (text: string) => Parsed<A>,
      absent: () => B,
    ) {
      const text = Option.getOrElse(yield* Config.option(Config.String(variable)), () => "").trim();
      if (text === "") return absent();
      const parsed = parse(text);
      if (Result.isSuccess(parsed)) return parsed.success;
      problems.push(`${variable} is not valid; ${parsed.failure}`);
      return absent();
    });

    const dataDir = path.resolve(yield* read("DATA_DIR", any, () => ".paraph"));
    const serviceEnv = yield* read(
      "SERVICE_ENV",
      oneOf(ServiceEnv.literals),
      () => "test" as const,
    );
    const databaseUrl = yield* read("DATABASE_URL", url("postgres", "postgresql"), () => undefined);
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
      problems.push("SIGNING_P12_PATH is missing; SIGNING_P12_PASSWORD opens nothing without it");
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
    const chosen = new Set([
      `SIGNATURE_PROVIDER=${signatureProvider}`,
      ...(location?.kind === "bucket" ? ["STORAGE_URL=s3://…"] : []),
    ]);
    for (const [who, variable, value] of [
      ["SIGNATURE_PROVIDER=firma", "FIRMA_API_KEY", firmaKey],
      ["SIGNATURE_PROVIDER=documenso", "DOCUMENSO_URL", documensoUrl],
      ["SIGNATURE_PROVIDER=documenso", "DOCUMENSO_API_KEY", documensoKey],
      ["STORAGE_URL=s3://…", "AWS_ACCESS_KEY_ID", awsKeyId],
      ["STORAGE_URL=s3://…", "AWS_SECRET_ACCESS_KEY", awsSecret],
    ] as const) {
      const isWrong = problems.some((line) => line.startsWith(`${variable} `));
      if (chosen.has(who) && value === undefined && !isWrong) {
        problems.push(`${variable} is missing; ${who} needs it`);
      }
    }
    const events = yield* read("EVENT_RETENTION", parseRetention("30d"), () => KEEP_EVENTS);
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
