/** A documented environment variable. */
export interface DocumentedVariable {
  readonly name: string;
  /** The default as Markdown; it begins with code if it is a value of the variable. */
  readonly fallback: string;
  /** Markdown. Links are relative to docs/self-hosting. */
  readonly description: string;
}

const variable = (name: string, fallback: string, description: string): DocumentedVariable => ({
  name,
  fallback,
  description,
});

/** The environment variables of a deployment, by the section of their page. */
export const SETTING_DOCS: Readonly<Record<string, ReadonlyArray<DocumentedVariable>>> = {
  Server: [
    variable("HOST", "`127.0.0.1`", "The address that the server listens on."),
    variable(
      "PORT",
      "`3000`",
      "The port that the server listens on; `0` for a free one, which is logged.",
    ),
    variable(
      "PUBLIC_URL",
      "the address it listens on",
      "The public URL of the server, the base of `pollUrl` and `downloadUrl`.",
    ),
    variable(
      "SHARE_URL",
      "that of `PUBLIC_URL`",
      "The base URL of share pages, which are below it at `/share/…`.",
    ),
    variable("EMBED_URL", "below `PUBLIC_URL`, at `/embed`", "The base URL of embedded pages."),
    variable(
      "TRUST_PROXY",
      "none",
      "The [reverse proxies](proxy.md) whose `X-Forwarded-For` is trusted: their number, or their networks.",
    ),
    variable("MAX_BODY_BYTES", "`20971520`", "The maximum size of a request body, in bytes."),
    variable(
      "RATE_LIMIT",
      "`1200/60s`",
      "Requests per time for each key, link or session, and for invalid keys and links of each network. `off` for no limit.",
    ),
    variable(
      "REDIS_URL",
      "none",
      "The Redis server where nodes share their request counters. Without it, each node counts its own requests.",
    ),
    variable(
      "SERVICE_ENV",
      "`test`",
      "`live` or `test`: the project keys that are created and accepted, `svc_live_…` or `svc_test_…`.",
    ),
    variable(
      "SERVICE_ADMIN_KEY",
      "none",
      "The admin key of `/v1/admin/provision`, at least 32 characters. Without it, the endpoint is disabled.",
    ),
    variable(
      "ALLOW_PRIVATE_NETWORK",
      "`true` in `test`",
      "`true` or `false`: whether URLs of webhooks and images may have loopback and private addresses.",
    ),
  ],
  Storage: [
    variable("DATA_DIR", "`.paraph`", "The [data directory](single-node.md#data-directory)."),
    variable(
      "DATABASE_URL",
      "none",
      "A `postgres://` URL, also with [several hosts](high-availability.md#failover-of-postgresql). Without it, an embedded PostgreSQL in `DATA_DIR/db`.",
    ),
    variable(
      "DATABASE_POOL_MODE",
      "detected",
      "The pool mode of [PgBouncer](high-availability.md#pgbouncer) or another pooler in front of PostgreSQL: `session` or `transaction`.",
    ),
    variable(
      "DATABASE_READ_URL",
      "none",
      "A `postgres://` URL of a [read replica](high-availability.md#read-replicas) for lists, the Events API and engagement.",
    ),
    variable(
      "STORAGE_URL",
      "`file:DATA_DIR/files`",
      "The storage of documents: a folder, or [a bucket](object-storage.md), `s3://bucket?region=…`.",
    ),
    variable("AWS_ACCESS_KEY_ID", "none", "The access key of the bucket."),
    variable("AWS_SECRET_ACCESS_KEY", "none", "The secret of that access key."),
    variable("AWS_SESSION_TOKEN", "none", "The session token of a temporary access key."),
  ],
  Email: [
    variable(
      "SMTP_URL",
      "none",
      "The [mail server](email.md), `smtp(s)://user:password@host:port`. Without it, emails are files in `DATA_DIR/outbox`.",
    ),
    variable(
      "MAIL_FROM",
      "`Paraph <no-reply@localhost>`",
      "The sender of emails, unless an organisation has its own.",
    ),
  ],
  Rendering: [
    variable(
      "WORKER_CONCURRENCY",
      "number of cores",
      "How many documents of one project a node renders at the same time, at least 2; half of them may be large. A node has 2 more threads, as a reserve.",
    ),
  ],
  Signatures: [
    variable(
      "SIGNATURE_PROVIDER",
      "`builtin`",
      "The signature provider: `builtin`, `firma` (Firma.dev), `documenso` or `none`.",
    ),
    variable(
      "SIGNING_P12_PATH",
      "created in `DATA_DIR/signing`",
      "A PKCS#12 file with the [signing certificate](signing-certificate.md).",
    ),
    variable("SIGNING_P12_PASSWORD", "none", "The password of that file."),
    variable(
      "SIGNING_TSA_URL",
      "none",
      "A time-stamping authority (RFC 3161), which confirms the time of each seal. While it fails, no document is sealed.",
    ),
    variable("FIRMA_API_KEY", "none", "The key at Firma.dev."),
    variable("FIRMA_URL", "the API of Firma.dev", "Another URL of its API."),
    variable(
      "FIRMA_WEBHOOK_SECRET",
      "none",
      "The secret that signs its callbacks to `/v1/hooks/signatures/firma`.",
    ),
    variable("FIRMA_WEBHOOK_SECRET_OLD", "none", "The previous secret, during a rotation."),
    variable(
      "DOCUMENSO_URL",
      "none",
      "A Documenso of version 2, such as `https://sign.example.com`.",
    ),
    variable("DOCUMENSO_API_KEY", "none", "The token of a team there."),
    variable(
      "DOCUMENSO_WEBHOOK_SECRET",
      "none",
      "The secret in its callbacks to `/v1/hooks/signatures/documenso`.",
    ),
  ],
  Embedding: [
    variable(
      "EMBED_SIGNING_KEY",
      "created in `DATA_DIR/embed`",
      "The Ed25519 key that signs [embed sessions](accounts.md#embedding): a private JWK, or an array whose first key signs.",
    ),
  ],
  Retention: [
    variable(
      "RENDER_RETENTION",
      "unlimited",
      "How long a render that was never sent for signature is stored after its end, such as `90d` or `12h`.",
    ),
    variable(
      "SIGNATURE_RETENTION",
      "unlimited",
      "How long a render that was sent for signature is stored, with its evidence, after its last request ended.",
    ),
    variable("EVENT_RETENTION", "`30d`", "How long events are stored, at least `30d`."),
    variable(
      "DELIVERY_RETENTION",
      "that of `EVENT_RETENTION`",
      "How long the log of webhook deliveries is stored.",
    ),
    variable("AUDIT_RETENTION", "unlimited", "How long the audit log is stored."),
  ],
  "Logs and telemetry": [
    variable(
      "LOG_LEVEL",
      "`info`",
      "The minimum level of logs: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `none`.",
    ),
    variable(
      "LOG_FORMAT",
      "`json`, or `pretty` on a terminal",
      "The format of logs: `json` or `pretty`.",
    ),
    variable(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "none",
      "The collector of [traces, metrics and logs](monitoring.md#traces) over OTLP/HTTP.",
    ),
    variable(
      "OTEL_EXPORTER_OTLP_HEADERS",
      "none",
      "The headers of requests to the collector, such as its credentials.",
    ),
    variable("OTEL_SERVICE_NAME", "`paraph`", "The name of the service in telemetry."),
    variable(
      "OTEL_RESOURCE_ATTRIBUTES",
      "none",
      "More attributes of the service, as `name=value,other=value`.",
    ),
  ],
};

/** The environment variables of the CLI. Links are relative to docs/cli. */
export const CLIENT_VARIABLES: ReadonlyArray<DocumentedVariable> = [
  variable("PARAPH_URL", "`http://127.0.0.1:3000`", "The URL of the server."),
  variable(
    "PARAPH_API_KEY",
    "none",
    "A project key, for templates, renders, shares, signatures, webhooks, events and embedding.",
  ),
  variable(
    "PARAPH_ACCOUNT_KEY",
    "none",
    "An account key, for projects, their keys, copies of templates and the audit log.",
  ),
  variable(
    "PARAPH_PROFILE",
    "`default`",
    "The [profile](index.md#profiles) that provides a URL and keys that are not set.",
  ),
  variable("SERVICE_ADMIN_KEY", "none", "The admin key of the server, for organisations."),
];

/** Variables with the prefix `PARAPH_` of the Compose file and of an example. */
export const OTHER_VARIABLES: ReadonlyArray<string> = ["PARAPH_BIND", "PARAPH_EMBED_URL"];
