import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

import { Sender } from "@paraph/core/admin";
import { parseRetention } from "@paraph/core/erasure";
import { ServiceEnv } from "@paraph/core/keys";
import { nearestName } from "@paraph/core/manifests";
import { parseStorageUrl } from "@paraph/core/renders";
import { type Issue, issuesOfSchema, parsePostgresUrl } from "@paraph/core/values";
import { EVENT_STREAM_RETENTION } from "@paraph/core/webhooks";
import { Data, type Duration, Logger, Redacted, Result, Schema } from "effect";

import type { Deployment, Storage } from "./deployment.ts";
import type { TelemetryOptions } from "./telemetry.ts";

const SECRET = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,1000}$/, { message: "Expected visible ASCII characters" }),
);
const LONG_SECRET = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,10000}$/, { message: "Expected visible ASCII characters" }),
);
const PATH = Schema.String.check(Schema.isNonEmpty({ message: "Expected a path" }));

const url = (...schemes: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter(
      (text) =>
        schemes.includes(URL.parse(text)?.protocol ?? "") ||
        `Expected a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`,
    ),
  );
const WEB = url("http:", "https:");

const postgresUrl = (role: "primary" | "replica") =>
  Schema.String.check(
    Schema.makeFilter((text) =>
      Result.match(parsePostgresUrl(text, role), {
        onSuccess: () => true,
        onFailure: (allowedValues) => `Expected ${allowedValues}`,
      }),
    ),
  );

const age = (least: string) =>
  Schema.String.check(
    Schema.makeFilter((text) =>
      Result.match(parseRetention(least)(text), {
        onSuccess: () => true,
        onFailure: (allowedValues) => `Expected hours or days; ${allowedValues}`,
      }),
    ),
  );

/** The provider of new signature requests; `none` switches signatures off. */
const Provider = Schema.Literals(["builtin", "firma", "documenso", "none"]);

const Logs = Schema.declare(
  (value): value is Logger.Logger<unknown, unknown> => Logger.isLogger(value),
  { expected: "a logger of Effect" },
);

/**
 * The options of an embedded Paraph: the environment variables of a server, named in camelCase, as plain values
 * and with the same defaults. `undefined` means the default.
 */
export const ParaphOptions = Schema.Struct({
  /** The folder of all data; `.paraph` by default. */
  dataDir: Schema.optional(PATH),
  /** A `postgres://` URL, also with several hosts; absent: an embedded database in `dataDir`. */
  databaseUrl: Schema.optional(postgresUrl("primary")),
  /** The pool mode of a pooler in front of the database, such as PgBouncer; detected by default. */
  databasePoolMode: Schema.optional(Schema.Literals(["session", "transaction"])),
  /** A `postgres://` URL of a read replica of `databaseUrl`; absent: none. */
  databaseReadUrl: Schema.optional(postgresUrl("replica")),
  /** Where documents are stored: `file:` and a folder, or `s3://bucket?region=…`; `files` in `dataDir` by default. */
  storageUrl: Schema.optional(
    Schema.String.check(
      Schema.makeFilter((text) =>
        Result.match(parseStorageUrl(text), {
          onSuccess: () => true,
          onFailure: (allowedValues) => `Is not valid; ${allowedValues}`,
        }),
      ),
    ),
  ),
  /** The access key of the bucket. */
  awsAccessKeyId: Schema.optional(SECRET),
  awsSecretAccessKey: Schema.optional(SECRET),
  /** The session token of temporary keys. */
  awsSessionToken: Schema.optional(LONG_SECRET),
  /** The base of URLs in responses and emails; `http://127.0.0.1:3000` by default. */
  publicUrl: Schema.optional(WEB),
  /** The base of URLs of share pages; `publicUrl` by default. */
  shareUrl: Schema.optional(WEB),
  /** The base URL of embedded pages; `embed` below `publicUrl` by default. */
  embedUrl: Schema.optional(WEB),
  /** An SMTP server; absent: each email becomes a file in `outbox` in `dataDir`. */
  smtpUrl: Schema.optional(url("smtp:", "smtps:")),
  /** The sender of emails; `Paraph <no-reply@localhost>` by default. */
  mailFrom: Schema.optional(Sender),
  /** Whether keys and events are of a test or a live deployment; `test` by default. */
  serviceEnv: Schema.optional(ServiceEnv),
  /** A PKCS#12 file with the signing certificate; absent: a generated one in `dataDir`. */
  signingP12Path: Schema.optional(PATH),
  signingP12Password: Schema.optional(Schema.String),
  /** The time-stamping authority (RFC 3161); absent: no time stamps. */
  signingTsaUrl: Schema.optional(WEB),
  /** The provider of new signature requests; `builtin` by default. */
  signatureProvider: Schema.optional(Provider),
  firmaApiKey: Schema.optional(SECRET),
  firmaUrl: Schema.optional(WEB),
  firmaWebhookSecret: Schema.optional(SECRET),
  firmaWebhookSecretOld: Schema.optional(SECRET),
  documensoUrl: Schema.optional(WEB),
  documensoApiKey: Schema.optional(SECRET),
  documensoWebhookSecret: Schema.optional(SECRET),
  /** Retention of renders without signature requests, from their end; unlimited by default. */
  renderRetention: Schema.optional(age("1h")),
  /** Retention of renders with signature requests, from their end; unlimited by default. */
  signatureRetention: Schema.optional(age("1h")),
  /** Retention of events; `30d` by default, which is also the minimum. */
  eventRetention: Schema.optional(age("30d")),
  /** Retention of delivery results; that of events by default. */
  deliveryRetention: Schema.optional(age("1h")),
  /** Retention of the audit log; unlimited by default. */
  auditRetention: Schema.optional(age("1h")),
  /** How many small documents are rendered at once; one for each processor by default. */
  workerConcurrency: Schema.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 })),
  ),
  /** Whether images and webhooks may use private addresses; only in `test` by default. */
  allowPrivateNetwork: Schema.optional(Schema.Boolean),
  /** Whether this process runs workers; `true` by default. */
  work: Schema.optional(Schema.Boolean),
  /** The OTLP/HTTP collector for traces, metrics and logs; absent: none are sent. */
  otelExporterOtlpEndpoint: Schema.optional(WEB),
  /** Headers for the collector, such as credentials. */
  otelExporterOtlpHeaders: Schema.optional(Schema.Record(Schema.String, Schema.String)),
  /** The service name of this app; `paraph` by default. */
  otelServiceName: Schema.optional(Schema.String),
  /** Other resource attributes of this process. */
  otelResourceAttributes: Schema.optional(Schema.Record(Schema.String, Schema.String)),
  /** The minimum log level; `Warn` by default. */
  logLevel: Schema.optional(
    Schema.Literals(["Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"]),
  ),
  /** Where logs go; lines on standard error by default. */
  logger: Schema.optional(Logs),
});
export type ParaphOptions = typeof ParaphOptions.Type;

/** One or more options are not valid. The message and `issues` list them all. */
export class WrongOptions extends Data.TaggedError("wrong_options")<{
  readonly message: string;
  readonly issues: ReadonlyArray<Issue>;
}> {}

const decode = Schema.decodeUnknownResult(ParaphOptions, {
  errors: "all",
  onExcessProperty: "error",
});

/** Validates options and fills in defaults. Errors never contain values. */
export function deploymentOf(options: ParaphOptions): Result.Result<Deployment, WrongOptions> {
  const result = Result.mapError(decode(options), ({ issue }) =>
    issuesOfSchema(issue).map(({ path, message }) => ({
      path,
      message: isOption(path) ? message : unknownOption(path),
    })),
  );
  const issues = Result.isFailure(result) ? result.failure : contradictions(result.success);
  if (issues.length === 0) return Result.succeed(withDefaults(options));
  const lines = issues.map(({ path, message }) => `\n  ${path || "options"}: ${message}`);
  return Result.fail(
    new WrongOptions({ message: `The options are wrong${lines.join("")}`, issues }),
  );
}

const isOption = (path: string) =>
  path === "" || Object.hasOwn(ParaphOptions.fields, path.split(".")[0] ?? "");

function unknownOption(name: string): string {
  const nearest = nearestName(name, Object.keys(ParaphOptions.fields));
  return nearest === undefined
    ? "Unknown option; allowed: those of ParaphOptions"
    : `Unknown option. Did you mean "${nearest}"?`;
}

/** Options that are missing because of other options. */
function contradictions(options: ParaphOptions): ReadonlyArray<Issue> {
  const { signatureProvider, storageUrl } = options;
  const dependents = [signatureProvider, storageUrl?.startsWith("s3:") === true ? "s3" : undefined];
  const missing = dependents
    .filter((dependent) => dependent !== undefined)
    .flatMap((dependent) =>
      (REQUIRED_OPTIONS[dependent] ?? []).map((path) => ({ path, dependent })),
    )
    .filter(({ path }) => options[path] === undefined);
  return [
    ...missing.map(({ path, dependent }) => ({
      path,
      message: `Is missing; ${dependent} needs it`,
    })),
    ...PAIRS.filter(
      ([path, dependent]) => options[dependent] !== undefined && options[path] === undefined,
    ).map(([path, dependent]) => ({ path, message: `Is missing; ${dependent} needs it` })),
  ];
}

/** Options, and others that need them. */
const PAIRS: ReadonlyArray<readonly [path: keyof ParaphOptions, dependent: keyof ParaphOptions]> = [
  ["signingP12Path", "signingP12Password"],
  ["databaseUrl", "databaseReadUrl"],
];

const REQUIRED_OPTIONS: Partial<Record<string, ReadonlyArray<keyof ParaphOptions>>> = {
  firma: ["firmaApiKey"],
  documenso: ["documensoUrl", "documensoApiKey"],
  s3: ["awsAccessKeyId", "awsSecretAccessKey"],
};

function withDefaults(options: ParaphOptions): Deployment {
  const { firmaApiKey, documensoUrl, documensoApiKey, serviceEnv = "test" } = options;
  const dataDir = resolve(options.dataDir ?? ".paraph");
  return {
    dataDir,
    databaseUrl: redact(options.databaseUrl),
    databasePoolMode: options.databasePoolMode,
    databaseReadUrl: redact(options.databaseReadUrl),
    storage: storageOf(options, dataDir),
    publicUrl: trimTrailingSlash(options.publicUrl),
    shareUrl: trimTrailingSlash(options.shareUrl),
    embedUrl: trimTrailingSlash(options.embedUrl),
    smtpUrl: redact(options.smtpUrl),
    outboxFolder: join(dataDir, "outbox"),
    mailFrom: options.mailFrom ?? "Paraph <no-reply@localhost>",
    serviceEnv,
    signingP12Path:
      options.signingP12Path === undefined ? undefined : resolve(options.signingP12Path),
    signingP12Password: redact(options.signingP12Password),
    signingTsaUrl: redact(options.signingTsaUrl),
    workerConcurrency: options.workerConcurrency ?? availableParallelism(),
    retention: {
      renders: ageOf(options.renderRetention),
      signatures: ageOf(options.signatureRetention),
      events: ageOf(options.eventRetention) ?? EVENT_STREAM_RETENTION,
      deliveries:
        ageOf(options.deliveryRetention) ?? ageOf(options.eventRetention) ?? EVENT_STREAM_RETENTION,
      audit: ageOf(options.auditRetention),
    },
    allowPrivateNetwork: options.allowPrivateNetwork ?? serviceEnv === "test",
    signatureProvider: options.signatureProvider ?? "builtin",
    firma:
      firmaApiKey === undefined
        ? undefined
        : {
            apiKey: Redacted.make(firmaApiKey),
            webhookSecrets: [options.firmaWebhookSecret, options.firmaWebhookSecretOld]
              .filter((secret) => secret !== undefined)
              .map((secret) => Redacted.make(secret)),
            url: trimTrailingSlash(options.firmaUrl),
          },
    documenso:
      documensoUrl === undefined || documensoApiKey === undefined
        ? undefined
        : {
            url: documensoUrl.replace(/\/+$/, ""),
            apiKey: Redacted.make(documensoApiKey),
            webhookSecret: redact(options.documensoWebhookSecret),
          },
  };
}

function storageOf(
  { storageUrl, awsAccessKeyId = "", awsSecretAccessKey = "", awsSessionToken }: ParaphOptions,
  dataDir: string,
): Storage {
  if (storageUrl === undefined) return { kind: "folder", folder: join(dataDir, "files") };
  const location = Result.getOrThrow(parseStorageUrl(storageUrl));
  if (location.kind === "folder") return { kind: "folder", folder: resolve(location.folder) };
  const credentials = {
    accessKeyId: awsAccessKeyId,
    secretAccessKey: Redacted.make(awsSecretAccessKey),
    sessionToken: redact(awsSessionToken),
  };
  return { ...location, credentials };
}

function ageOf(text: string | undefined): Duration.Duration | undefined {
  return text === undefined ? undefined : Result.getOrUndefined(parseRetention("1h")(text));
}

/** The collector that the options configure. */
export function telemetryOf(options: ParaphOptions): TelemetryOptions | undefined {
  const endpoint = trimTrailingSlash(options.otelExporterOtlpEndpoint);
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    headers: Redacted.make(options.otelExporterOtlpHeaders ?? {}),
    serviceName: options.otelServiceName ?? "paraph",
    resourceAttributes: options.otelResourceAttributes ?? {},
  };
}

function redact(text: string | undefined): Redacted.Redacted | undefined {
  return text === undefined ? undefined : Redacted.make(text);
}

/** Removes slashes from the end of a URL. */
function trimTrailingSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, "");
}
