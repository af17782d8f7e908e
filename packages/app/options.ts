import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

import { Sender } from "@paraph/core/admin";
import { parseRetention } from "@paraph/core/erasure";
import { ServiceEnv } from "@paraph/core/keys";
import { parseStorageUrl } from "@paraph/core/renders";
import { type Issue, issuesOfSchema } from "@paraph/core/values";
import { KEEP_EVENTS } from "@paraph/core/webhooks";
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

const age = (least: string) =>
  Schema.String.check(
    Schema.makeFilter((text) =>
      Result.match(parseRetention(least)(text), {
        onSuccess: () => true,
        onFailure: (allowed) => `Expected hours or days; ${allowed}`,
      }),
    ),
  );

/** What new signature requests go through; `none` switches signatures off. */
const Provider = Schema.Literals(["builtin", "firma", "documenso", "none"]);

const Logs = Schema.declare(
  (given): given is Logger.Logger<unknown, unknown> => Logger.isLogger(given),
  { expected: "a logger of Effect" },
);

/**
 * What an app may say about the Paraph inside of it: the settings of a server under their names in
 * camelCase, as plain values and with the same defaults. `undefined` says nothing.
 */
export const ParaphOptions = Schema.Struct({
  /** Folder of everything we write; `.paraph` by default. */
  dataDir: Schema.optional(PATH),
  /** A `postgres://` URL; absent: an embedded database in `dataDir`. */
  databaseUrl: Schema.optional(url("postgres:", "postgresql:")),
  /** Where documents are kept: `file:` and a folder, or `s3://bucket?region=…`; `files` in `dataDir` by default. */
  storageUrl: Schema.optional(
    Schema.String.check(
      Schema.makeFilter((text) =>
        Result.match(parseStorageUrl(text), {
          onSuccess: () => true,
          onFailure: (allowed) => `Is not valid; ${allowed}`,
        }),
      ),
    ),
  ),
  /** The key that a bucket is used with. */
  awsAccessKeyId: Schema.optional(SECRET),
  awsSecretAccessKey: Schema.optional(SECRET),
  /** That of temporary keys. */
  awsSessionToken: Schema.optional(LONG_SECRET),
  /** What addresses in answers and mails begin with; `http://127.0.0.1:3000` by default. */
  publicUrl: Schema.optional(WEB),
  /** What addresses of share pages begin with; `publicUrl` by default. */
  shareUrl: Schema.optional(WEB),
  /** Where pages that partners embed live; `embed` below `publicUrl` by default. */
  embedUrl: Schema.optional(WEB),
  /** A mail server; absent: each mail becomes a file in `outbox` in `dataDir`. */
  smtpUrl: Schema.optional(url("smtp:", "smtps:")),
  /** Who mails come from; `Paraph <no-reply@localhost>` by default. */
  mailFrom: Schema.optional(Sender),
  /** Whether keys and events are those of tests; `test` by default. */
  serviceEnv: Schema.optional(ServiceEnv),
  /** A PKCS#12 file with the identity that seals documents; absent: one of our own in `dataDir`. */
  signingP12Path: Schema.optional(PATH),
  signingP12Password: Schema.optional(Schema.String),
  /** Who confirms the time of each seal (RFC 3161); absent: nobody. */
  signingTsaUrl: Schema.optional(WEB),
  /** What new signature requests go through; `builtin` by default. */
  signatureProvider: Schema.optional(Provider),
  firmaApiKey: Schema.optional(SECRET),
  firmaUrl: Schema.optional(WEB),
  firmaWebhookSecret: Schema.optional(SECRET),
  firmaWebhookSecretOld: Schema.optional(SECRET),
  documensoUrl: Schema.optional(WEB),
  documensoApiKey: Schema.optional(SECRET),
  documensoWebhookSecret: Schema.optional(SECRET),
  /** How long after it ended a render is kept that was never sent out for signature; for ever by default. */
  renderRetention: Schema.optional(age("1h")),
  /** How long after they ended renders are kept that were; for ever by default. */
  signatureRetention: Schema.optional(age("1h")),
  /** How long events are kept; `30d` by default, and at least. */
  eventRetention: Schema.optional(age("30d")),
  /** How long what became of deliveries is kept; as long as their events by default. */
  deliveryRetention: Schema.optional(age("1h")),
  /** How long the audit log is kept; for ever by default. */
  auditRetention: Schema.optional(age("1h")),
  /** How many small documents are drawn at once; one for each processor by default. */
  workerConcurrency: Schema.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 })),
  ),
  /** Whether images and webhooks may be at private addresses; only in `test` by default. */
  allowPrivateNetwork: Schema.optional(Schema.Boolean),
  /** Whether this process does what was accepted; `true` by default. */
  work: Schema.optional(Schema.Boolean),
  /** A collector that traces, metrics and logs are sent to over OTLP/HTTP; absent: to nobody. */
  otelExporterOtlpEndpoint: Schema.optional(WEB),
  /** What lets us in there. */
  otelExporterOtlpHeaders: Schema.optional(Schema.Record(Schema.String, Schema.String)),
  /** What it calls this app; `paraph` by default. */
  otelServiceName: Schema.optional(Schema.String),
  /** What else it is told of this process. */
  otelResourceAttributes: Schema.optional(Schema.Record(Schema.String, Schema.String)),
  /** The least that is logged; `Warn` by default. */
  logLevel: Schema.optional(
    Schema.Literals(["Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"]),
  ),
  /** Where logs go; lines on standard error by default. */
  logger: Schema.optional(Logs),
});
export type ParaphOptions = typeof ParaphOptions.Type;

/** One or more options are something else than they may be; the message and `issues` list them all. */
export class WrongOptions extends Data.TaggedError("wrong_options")<{
  readonly message: string;
  readonly issues: ReadonlyArray<Issue>;
}> {}

const decode = Schema.decodeUnknownResult(ParaphOptions, {
  errors: "all",
  onExcessProperty: "error",
});

/** Checks options and fills in what they leave out. Values are never told. */
export function deploymentOf(options: ParaphOptions): Result.Result<Deployment, WrongOptions> {
  const decoded = Result.mapError(decode(options), ({ issue }) => issuesOfSchema(issue));
  const issues = Result.isFailure(decoded) ? decoded.failure : contradictions(decoded.success);
  if (issues.length === 0) return Result.succeed(completed(options));
  const lines = issues.map(({ path, message }) => `\n  ${path || "options"}: ${message}`);
  return Result.fail(
    new WrongOptions({ message: `The options are wrong${lines.join("")}`, issues }),
  );
}

/** What options need that are not there. */
function contradictions(options: ParaphOptions): ReadonlyArray<Issue> {
  const { signatureProvider, signingP12Password, signingP12Path, storageUrl } = options;
  const whoNeeds = [signatureProvider, storageUrl?.startsWith("s3:") === true ? "s3" : undefined];
  const missing = whoNeeds
    .filter((who) => who !== undefined)
    .flatMap((who) => (NEEDED[who] ?? []).map((path) => ({ path, who })))
    .filter(({ path }) => options[path] === undefined);
  return [
    ...missing.map(({ path, who }) => ({ path, message: `Is missing; ${who} needs it` })),
    ...(signingP12Password !== undefined && signingP12Path === undefined
      ? [{ path: "signingP12Path", message: "Is missing; a password opens nothing without it" }]
      : []),
  ];
}

const NEEDED: Partial<Record<string, ReadonlyArray<keyof ParaphOptions>>> = {
  firma: ["firmaApiKey"],
  documenso: ["documensoUrl", "documensoApiKey"],
  s3: ["awsAccessKeyId", "awsSecretAccessKey"],
};

function completed(options: ParaphOptions): Deployment {
  const { firmaApiKey, documensoUrl, documensoApiKey, serviceEnv = "test" } = options;
  const dataDir = resolve(options.dataDir ?? ".paraph");
  return {
    dataDir,
    databaseUrl: redacted(options.databaseUrl),
    storage: storageOf(options, dataDir),
    publicUrl: bare(options.publicUrl),
    shareUrl: bare(options.shareUrl),
    embedUrl: bare(options.embedUrl),
    smtpUrl: redacted(options.smtpUrl),
    outboxFolder: join(dataDir, "outbox"),
    mailFrom: options.mailFrom ?? "Paraph <no-reply@localhost>",
    serviceEnv,
    signingP12Path:
      options.signingP12Path === undefined ? undefined : resolve(options.signingP12Path),
    signingP12Password: redacted(options.signingP12Password),
    signingTsaUrl: redacted(options.signingTsaUrl),
    workerConcurrency: options.workerConcurrency ?? availableParallelism(),
    retention: {
      renders: ageOf(options.renderRetention),
      signatures: ageOf(options.signatureRetention),
      events: ageOf(options.eventRetention) ?? KEEP_EVENTS,
      deliveries: ageOf(options.deliveryRetention) ?? ageOf(options.eventRetention) ?? KEEP_EVENTS,
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
            url: bare(options.firmaUrl),
          },
    documenso:
      documensoUrl === undefined || documensoApiKey === undefined
        ? undefined
        : {
            url: documensoUrl.replace(/\/+$/, ""),
            apiKey: Redacted.make(documensoApiKey),
            webhookSecret: redacted(options.documensoWebhookSecret),
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
    sessionToken: redacted(awsSessionToken),
  };
  return { ...location, credentials };
}

function ageOf(text: string | undefined): Duration.Duration | undefined {
  return text === undefined ? undefined : Result.getOrUndefined(parseRetention("1h")(text));
}

/** Where options want traces, metrics and logs sent to. */
export function telemetryOf(options: ParaphOptions): TelemetryOptions | undefined {
  const endpoint = bare(options.otelExporterOtlpEndpoint);
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    headers: Redacted.make(options.otelExporterOtlpHeaders ?? {}),
    serviceName: options.otelServiceName ?? "paraph",
    resourceAttributes: options.otelResourceAttributes ?? {},
  };
}

function redacted(text: string | undefined): Redacted.Redacted | undefined {
  return text === undefined ? undefined : Redacted.make(text);
}

/** Addresses are continued with a stroke. */
function bare(address: string | undefined): string | undefined {
  return address?.replace(/\/+$/, "");
}
