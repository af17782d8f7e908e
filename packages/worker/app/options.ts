import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

import { Sender } from "@paraph/core/admin";
import { ServiceEnv } from "@paraph/core/keys";
import { type Issue, issuesOfSchema } from "@paraph/core/values";
import { Data, Logger, Redacted, Result, Schema } from "effect";

import type { Deployment } from "./deployment.ts";
import type { TelemetryOptions } from "./telemetry.ts";

const SECRET = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,1000}$/, { message: "Expected visible ASCII characters" }),
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
  /** Where documents are kept: `file:` and a folder; `files` in `dataDir` by default. */
  storageUrl: Schema.optional(
    Schema.String.check(
      Schema.isPattern(/^file:./, { message: "Expected file: and the path of a folder" }),
    ),
  ),
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
  const { signatureProvider, signingP12Password, signingP12Path } = options;
  const missing = (NEEDED[signatureProvider ?? "builtin"] ?? []).filter(
    (name) => options[name] === undefined,
  );
  return [
    ...missing.map((path) => ({ path, message: `Is missing; ${signatureProvider} needs it` })),
    ...(signingP12Password !== undefined && signingP12Path === undefined
      ? [{ path: "signingP12Path", message: "Is missing; a password opens nothing without it" }]
      : []),
  ];
}

const NEEDED: Partial<Record<string, ReadonlyArray<keyof ParaphOptions>>> = {
  firma: ["firmaApiKey"],
  documenso: ["documensoUrl", "documensoApiKey"],
};

function completed(options: ParaphOptions): Deployment {
  const { storageUrl, firmaApiKey, documensoUrl, documensoApiKey, serviceEnv = "test" } = options;
  const dataDir = resolve(options.dataDir ?? ".paraph");
  return {
    dataDir,
    databaseUrl: redacted(options.databaseUrl),
    filesFolder:
      storageUrl === undefined
        ? join(dataDir, "files")
        : resolve(storageUrl.replace(/^file:(\/\/)?/, "")),
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
