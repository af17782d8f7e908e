import path from "node:path";

import type { RetentionAges } from "@paraph/core/erasure";
import type { BucketLocation, StorageLocation } from "@paraph/core/renders";
import { Redacted, type Schema } from "effect";

import type { OPTION_FIELDS } from "./table.ts";

/** Where documents are stored: a folder, or a bucket with its credentials. */
export type Storage =
  | Extract<StorageLocation, { readonly kind: "folder" }>
  | ({
      readonly kind: "bucket";
      readonly credentials: {
        readonly accessKeyId: string;
        readonly secretAccessKey: Redacted.Redacted;
        readonly sessionToken: Redacted.Redacted | undefined;
      };
    } & BucketLocation);

/** The collector of traces, metrics and logs, and the resource attributes. */
export interface TelemetryOptions {
  /** The base URL of an OTLP/HTTP collector, to which `/v1/traces` and the like are added. */
  readonly endpoint: string;
  /** Headers for the collector, such as credentials. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>;
  readonly serviceName: string;
  /** Other resource attributes of this process. */
  readonly resourceAttributes: Readonly<Record<string, string>>;
}

/** The values of the settings that are options too. */
export type OptionValues = Schema.Struct.Type<typeof OPTION_FIELDS>;

/** The configuration of a deployment, with defaults filled in. */
export type Deployment = ReturnType<typeof deploymentOf<OptionValues>>;

/** Groups values that belong together, and adds the defaults that depend on others. */
export function deploymentOf<Values extends OptionValues>(values: Values) {
  const {
    storageUrl,
    awsAccessKeyId,
    awsSecretAccessKey,
    awsSessionToken,
    oidcIssuer,
    oidcClientId,
    oidcClientSecret,
    oidcName,
    oidcTrustEmail,
    smsWebhookUrl,
    smsWebhookSecret,
    firmaApiKey,
    firmaUrl,
    firmaWebhookSecret,
    firmaWebhookSecretOld,
    documensoUrl,
    documensoApiKey,
    documensoWebhookSecret,
    renderRetention,
    signatureRetention,
    eventRetention,
    deliveryRetention,
    auditRetention,
    otelExporterOtlpEndpoint,
    otelExporterOtlpHeaders,
    otelServiceName,
    otelResourceAttributes,
    allowPrivateNetwork,
    ...others
  } = values;
  const { dataDir, serviceEnv } = values;
  const credentials = {
    accessKeyId: awsAccessKeyId === undefined ? "" : Redacted.value(awsAccessKeyId),
    secretAccessKey: awsSecretAccessKey ?? Redacted.make(""),
    sessionToken: awsSessionToken,
  };
  const folder = { kind: "folder", folder: path.join(dataDir, "files") } as const;
  const retention: RetentionAges = {
    renders: renderRetention,
    signatures: signatureRetention,
    events: eventRetention,
    deliveries: deliveryRetention ?? eventRetention,
    audit: auditRetention,
  };
  const storage: Storage =
    storageUrl?.kind === "bucket" ? { ...storageUrl, credentials } : (storageUrl ?? folder);
  const telemetry: TelemetryOptions | undefined =
    otelExporterOtlpEndpoint === undefined
      ? undefined
      : {
          endpoint: otelExporterOtlpEndpoint,
          headers: otelExporterOtlpHeaders ?? Redacted.make({}),
          serviceName: otelServiceName,
          resourceAttributes: otelResourceAttributes ?? {},
        };
  const firmaSecrets: ReadonlyArray<Redacted.Redacted> = [
    firmaWebhookSecret,
    firmaWebhookSecretOld,
  ].filter((each) => each !== undefined);
  return {
    ...others,
    storage,
    outboxFolder: path.join(dataDir, "outbox"),
    retention,
    allowPrivateNetwork: allowPrivateNetwork ?? serviceEnv === "test",
    /** The identity provider of the console; absent: members sign in by email. */
    oidc:
      oidcIssuer === undefined || oidcClientId === undefined
        ? undefined
        : {
            issuer: oidcIssuer,
            clientId: oidcClientId,
            clientSecret: oidcClientSecret,
            name: oidcName ?? new URL(oidcIssuer).host,
            trustEmail: oidcTrustEmail ?? false,
          },
    /** The SMS gateway; absent: `sms_code` is refused. */
    sms:
      smsWebhookUrl === undefined || smsWebhookSecret === undefined
        ? undefined
        : { url: smsWebhookUrl, secret: smsWebhookSecret },
    /** Firma.dev; absent: its signature requests are not updated either. The current webhook secret is the first. */
    firma:
      firmaApiKey === undefined
        ? undefined
        : { apiKey: firmaApiKey, webhookSecrets: firmaSecrets, url: firmaUrl },
    /** A Documenso server; absent: its signature requests are not updated either. */
    documenso:
      documensoUrl === undefined || documensoApiKey === undefined
        ? undefined
        : { url: documensoUrl, apiKey: documensoApiKey, webhookSecret: documensoWebhookSecret },
    telemetry,
  };
}
