import { availableParallelism } from "node:os";

import { parseRetention } from "@paraph/core/erasure";
import { ServiceEnv } from "@paraph/core/keys";
import { Schema, Struct } from "effect";

import {
  COLLECTOR_URL,
  FLAG,
  HEADERS,
  HIDDEN_URL,
  integer,
  ISSUER_URL,
  LOG_LEVEL,
  LONG_TOKEN,
  oneOf,
  PAIRS,
  PATH,
  postgresUrl,
  RATE_LIMIT,
  SENDER,
  STORAGE_URL,
  text,
  TOKEN,
  TRUST_PROXY,
  url,
  WEB_URL,
  WEBHOOK_SECRET,
} from "./forms.ts";
import {
  onServer,
  secret,
  type Setting,
  setting,
  withComputedDefault,
  withDefault,
} from "./setting.ts";
import { parseSigningJwks } from "./signing_jwk.ts";

const TEXT = Schema.String;
const AGE = text(parseRetention("1h"));

/**
 * Every setting of a deployment, by the section of its documentation. The description is the docstring:
 * `npm run reference` writes it to docs/self-hosting/configuration.md and .env.example.
 */
export const SECTIONS = {
  Server: {
    /** The address that the server listens on. */
    host: onServer(withDefault(TEXT, "127.0.0.1")),
    /** The port that the server listens on; `0` for a free one, which is logged. */
    port: onServer(withDefault(integer(0, 65_535), 3000)),
    /** The public URL of the server, the base of `pollUrl` and `downloadUrl`. */
    publicUrl: setting(WEB_URL, { fallback: "the address it listens on" }),
    /** The base URL of share pages, which are below it at `/share/…`. */
    shareUrl: setting(WEB_URL, { fallback: "that of `PUBLIC_URL`" }),
    /** The base URL of embedded pages. */
    embedUrl: setting(WEB_URL, { fallback: "below `PUBLIC_URL`, at `/embed`" }),
    /**
     * The [reverse proxies](https://github.com/paraph/paraph/blob/main/docs/self-hosting/proxy.md) whose
     * `X-Forwarded-For` is trusted: their number, or their networks.
     */
    trustProxy: onServer(setting(TRUST_PROXY)),
    /** The maximum size of a request body, in bytes. */
    maxBodyBytes: onServer(withDefault(integer(1024, 2 ** 30), 20_971_520)),
    /**
     * Requests per time for each key, link or session, and for invalid keys and links of each network.
     * `off` for no limit.
     */
    rateLimit: onServer(withDefault(RATE_LIMIT, "1200/60s")),
    /**
     * The Redis server where nodes share their request counters. Without it, each node counts its own
     * requests.
     */
    redisUrl: onServer(secret(url("redis", "rediss"))),
    /**
     * `live` or `test`: the project keys that are created and accepted, `svc_live_…` or `svc_test_…`.
     */
    serviceEnv: withDefault(oneOf(ServiceEnv.literals), "test"),
    /**
     * The admin key of `/v1/admin/*`, at least 32 characters. Without it, these endpoints are
     * disabled.
     */
    serviceAdminKey: onServer(secret(LONG_TOKEN)),
    /**
     * `true` or `false`: whether URLs of webhooks and images may have loopback and private addresses.
     */
    allowPrivateNetwork: setting(FLAG, { fallback: "`true` in `test`" }),
  },
  Storage: {
    /**
     * The [data
     * directory](https://github.com/paraph/paraph/blob/main/docs/self-hosting/single-node.md#data-directory).
     */
    dataDir: withDefault(PATH, ".paraph"),
    /**
     * A `postgres://` URL, also with [several
     * hosts](https://github.com/paraph/paraph/blob/main/docs/self-hosting/high-availability.md#failover-of-postgresql).
     * Without it, an embedded PostgreSQL in `DATA_DIR/db`.
     */
    databaseUrl: secret(postgresUrl("primary"), { neededBy: { databaseReadUrl: "" } }),
    /**
     * The pool mode of
     * [PgBouncer](https://github.com/paraph/paraph/blob/main/docs/self-hosting/high-availability.md#pgbouncer)
     * or another pooler in front of PostgreSQL: `session` or `transaction`.
     */
    databasePoolMode: setting(oneOf(["session", "transaction"]), { fallback: "detected" }),
    /**
     * A `postgres://` URL of a [read
     * replica](https://github.com/paraph/paraph/blob/main/docs/self-hosting/high-availability.md#read-replicas)
     * for lists, the Events API and engagement.
     */
    databaseReadUrl: secret(postgresUrl("replica")),
    /**
     * The storage of documents: a folder, or [a
     * bucket](https://github.com/paraph/paraph/blob/main/docs/self-hosting/object-storage.md),
     * `s3://bucket?region=…`.
     */
    storageUrl: setting(STORAGE_URL, { fallback: "`file:DATA_DIR/files`" }),
    /** The access key of the bucket. */
    awsAccessKeyId: secret(TOKEN, { neededBy: { storageUrl: "s3://…" } }),
    /** The secret of that access key. */
    awsSecretAccessKey: secret(TOKEN, { neededBy: { storageUrl: "s3://…" } }),
    /** The session token of a temporary access key. */
    awsSessionToken: secret(TOKEN),
  },
  Email: {
    /**
     * The [mail server](https://github.com/paraph/paraph/blob/main/docs/self-hosting/email.md),
     * `smtp(s)://user:password@host:port`. Without it, emails are files in `DATA_DIR/outbox`.
     */
    smtpUrl: secret(url("smtp", "smtps")),
    /**
     * The secret of the [bounces](https://github.com/paraph/paraph/blob/main/docs/self-hosting/email.md#bounces)
     * that an email service sends to `/v1/hooks/mail/bounce`, at least 32 characters. Without it, the endpoint is
     * disabled.
     */
    mailWebhookSecret: secret(LONG_TOKEN),
    /** The sender of emails, unless an organisation has its own. */
    mailFrom: withDefault(SENDER, "Paraph <no-reply@localhost>"),
  },
  "Single sign-on": {
    /**
     * The [identity
     * provider](https://github.com/paraph/paraph/blob/main/docs/self-hosting/single-sign-on.md) with which
     * members sign in to the console: the URL of its issuer (OpenID Connect).
     */
    oidcIssuer: setting(ISSUER_URL, { neededBy: { oidcClientId: "" } }),
    /** The ID of the client there. */
    oidcClientId: setting(TEXT, { neededBy: { oidcIssuer: "" } }),
    /** The secret of the client. */
    oidcClientSecret: secret(TEXT, { fallback: "a client without a secret" }),
    /** What the sign-in page calls the provider. */
    oidcName: setting(TEXT, { fallback: "the host of `OIDC_ISSUER`" }),
    /**
     * `true` or `false`: whether email addresses count that the provider does not call verified. Only for a
     * provider whose users cannot choose their address.
     */
    oidcTrustEmail: setting(FLAG, { fallback: "`false`" }),
  },
  Rendering: {
    /**
     * How many documents of one project a node renders at the same time, at least 2; half of them may be
     * large. Up to 2 more threads start when they are needed, for other projects and as a reserve.
     */
    workerConcurrency: withComputedDefault(
      integer(1, 256),
      availableParallelism,
      "number of cores",
    ),
  },
  Signatures: {
    /** The signature provider: `builtin`, `firma` (Firma.dev), `documenso` or `none`. */
    signatureProvider: withDefault(oneOf(["builtin", "firma", "documenso", "none"]), "builtin"),
    /**
     * A PKCS#12 file with the [signing
     * certificate](https://github.com/paraph/paraph/blob/main/docs/self-hosting/signing-certificate.md).
     */
    signingP12Path: setting(PATH, {
      fallback: "created in `DATA_DIR/signing`",
      neededBy: { signingP12Password: "" },
    }),
    /** The password of that file. */
    signingP12Password: secret(TEXT),
    /**
     * A time-stamping authority (RFC 3161), which confirms the time of each seal. While it fails, no
     * document is sealed.
     */
    signingTsaUrl: setting(HIDDEN_URL),
    /**
     * The URL of an [SMS gateway](https://github.com/paraph/paraph/blob/main/docs/self-hosting/sms.md), which
     * receives the codes of recipients with `sms_code` as signed requests. Without it, `sms_code` is refused.
     */
    smsWebhookUrl: setting(HIDDEN_URL),
    /** The secret that signs these requests: `whsec_` and base64. */
    smsWebhookSecret: secret(WEBHOOK_SECRET, { neededBy: { smsWebhookUrl: "" } }),
    /** The key at Firma.dev. */
    firmaApiKey: secret(TOKEN, { neededBy: { signatureProvider: "firma" } }),
    /** Another URL of its API. */
    firmaUrl: setting(WEB_URL, { fallback: "the API of Firma.dev" }),
    /** The secret that signs its callbacks to `/v1/hooks/signatures/firma`. */
    firmaWebhookSecret: secret(TOKEN),
    /** The previous secret, during a rotation. */
    firmaWebhookSecretOld: secret(TOKEN),
    /** A Documenso of version 2, such as `https://sign.example.com`. */
    documensoUrl: setting(WEB_URL, { neededBy: { signatureProvider: "documenso" } }),
    /** The token of a team there. */
    documensoApiKey: secret(TOKEN, { neededBy: { signatureProvider: "documenso" } }),
    /** The secret in its callbacks to `/v1/hooks/signatures/documenso`. */
    documensoWebhookSecret: secret(TOKEN),
  },
  Embedding: {
    /**
     * The Ed25519 key that signs [embed
     * sessions](https://github.com/paraph/paraph/blob/main/docs/self-hosting/accounts.md#embedding) and
     * download URLs that expire: a private JWK, or an array whose first key signs.
     */
    embedSigningKey: onServer(
      secret(text(parseSigningJwks), { fallback: "created in `DATA_DIR/embed`" }),
    ),
  },
  Retention: {
    /**
     * How long a render that was never sent for signature is stored after its end, such as `90d` or `12h`.
     */
    renderRetention: setting(AGE, { fallback: "unlimited" }),
    /**
     * How long a render that was sent for signature is stored, with its evidence, after its last request
     * ended.
     */
    signatureRetention: setting(AGE, { fallback: "unlimited" }),
    /** How long events are stored, at least `30d`. */
    eventRetention: withDefault(text(parseRetention("30d")), "30d"),
    /** How long the log of webhook deliveries is stored. */
    deliveryRetention: setting(AGE, { fallback: "that of `EVENT_RETENTION`" }),
    /** How long the audit log is stored. */
    auditRetention: setting(AGE, { fallback: "unlimited" }),
  },
  "Logs and telemetry": {
    /** The minimum level of logs: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `none`. */
    logLevel: withDefault(LOG_LEVEL, "info"),
    /** The format of logs: `json` or `pretty`. */
    logFormat: onServer(
      withComputedDefault(
        oneOf(["pretty", "json"]),
        () => (process.stdout.isTTY ? "pretty" : "json"),
        "`json`, or `pretty` on a terminal",
      ),
    ),
    /**
     * The collector of [traces, metrics and
     * logs](https://github.com/paraph/paraph/blob/main/docs/self-hosting/monitoring.md#traces) over
     * OTLP/HTTP.
     */
    otelExporterOtlpEndpoint: setting(COLLECTOR_URL),
    /** The headers of requests to the collector, such as its credentials. */
    otelExporterOtlpHeaders: secret(HEADERS),
    /** The name of the service in telemetry. */
    otelServiceName: withDefault(TEXT, "paraph"),
    /** More attributes of the service, as `name=value,other=value`. */
    otelResourceAttributes: setting(PAIRS),
  },
} satisfies Record<string, Record<string, Setting>>;

/** Every setting of a deployment, by the name of its option. */
export const SETTINGS = {
  ...SECTIONS.Storage,
  ...SECTIONS.Server,
  ...SECTIONS.Email,
  ...SECTIONS["Single sign-on"],
  ...SECTIONS.Rendering,
  ...SECTIONS.Signatures,
  ...SECTIONS.Embedding,
  ...SECTIONS.Retention,
  ...SECTIONS["Logs and telemetry"],
};

type SettingName = keyof typeof SETTINGS;
type ServerOnlyName = {
  [Name in SettingName]: (typeof SETTINGS)[Name]["isServerOnly"] extends true ? Name : never;
}[SettingName];

const isServerOnly = (name: SettingName): name is ServerOnlyName => SETTINGS[name].isServerOnly;

interface FieldOf extends Struct.Lambda {
  <A extends Setting>(each: A): A["field"];
  readonly "~lambda.out": this["~lambda.in"] extends Setting ? this["~lambda.in"]["field"] : never;
}

/** The fields of all settings. */
export const SERVER_FIELDS = Struct.map(
  SETTINGS,
  Struct.lambda<FieldOf>(({ field }) => field),
);

type OptionSettings = Omit<typeof SETTINGS, ServerOnlyName>;

/** The settings that are options too, as plain values. Editors show their docstrings. */
export type SettingOptions = {
  readonly [Name in keyof OptionSettings]?: OptionSettings[Name]["field"]["Encoded"] | undefined;
};

/** The fields of the settings that are options too. */
export const OPTION_FIELDS = Struct.omit(SERVER_FIELDS, Struct.keys(SETTINGS).filter(isServerOnly));
