import type { RetentionAges } from "@paraph/core/erasure";
import type { ServiceEnv } from "@paraph/core/keys";
import type { StorageLocation } from "@paraph/core/renders";
import type { PublicUrls } from "@paraph/core/values";
import type { PoolMode } from "@paraph/database/postgres";
import type { SignatureProvidersOptions } from "@paraph/integrations/providers";
import type { AssetStoreS3Options } from "@paraph/storage";
import type { Redacted } from "effect";

/** Where documents are stored: a folder, or a bucket with its credentials. */
export type Storage =
  | Extract<StorageLocation, { readonly kind: "folder" }>
  | ({ readonly kind: "bucket" } & AssetStoreS3Options);

/** The configuration of a deployment, with defaults filled in. */
export interface Deployment {
  /** `{base_url}`; absent: where the process listens. */
  readonly publicUrl: string | undefined;
  /** `{share_base}`; absent: `{base_url}`. */
  readonly shareUrl: string | undefined;
  /** `{embed_url}`; absent: `embed` below `{base_url}`. */
  readonly embedUrl: string | undefined;
  /** A `postgres://` URL; absent: the embedded database in `dataDir`. */
  readonly databaseUrl: Redacted.Redacted | undefined;
  /** The pool mode of a pooler in front of the database; absent: detected. */
  readonly databasePoolMode: PoolMode | undefined;
  /** A `postgres://` URL of a replica for reads; absent: none. */
  readonly databaseReadUrl: Redacted.Redacted | undefined;
  readonly storage: Storage;
  readonly dataDir: string;
  /** An SMTP server; absent: each email becomes a file in `outboxFolder`. */
  readonly smtpUrl: Redacted.Redacted | undefined;
  readonly outboxFolder: string;
  /** The sender of emails, unless the organisation has its own. */
  readonly mailFrom: string;
  readonly serviceEnv: ServiceEnv;
  /** A PKCS#12 file with the signing certificate; absent: a generated one in `dataDir`. */
  readonly signingP12Path: string | undefined;
  readonly signingP12Password: Redacted.Redacted | undefined;
  /** The time-stamping authority (RFC 3161); absent: no time stamps. */
  readonly signingTsaUrl: Redacted.Redacted | undefined;
  readonly workerConcurrency: number;
  /** Retention periods. */
  readonly retention: RetentionAges;
  readonly allowPrivateNetwork: boolean;
  /** The provider of new signature requests. */
  readonly signatureProvider: SignatureProvidersOptions["current"];
  /** Firma.dev; absent: its signature requests are not updated either. */
  readonly firma:
    | {
        readonly apiKey: Redacted.Redacted;
        /** The current one first. */
        readonly webhookSecrets: ReadonlyArray<Redacted.Redacted>;
        /** Absent: Firma's own URL. */
        readonly url: string | undefined;
      }
    | undefined;
  /** A Documenso server; absent: its signature requests are not updated either. */
  readonly documenso:
    | {
        readonly url: string;
        readonly apiKey: Redacted.Redacted;
        readonly webhookSecret: Redacted.Redacted | undefined;
      }
    | undefined;
}

/**
 * The public URLs of a deployment.
 *
 * @param reachedAt The base URL when none is configured, without a trailing slash.
 */
export function publicUrlsOf(
  { publicUrl, shareUrl, embedUrl }: Pick<Deployment, "publicUrl" | "shareUrl" | "embedUrl">,
  reachedAt: string,
): PublicUrls["Service"] {
  const base = publicUrl ?? reachedAt;
  return { base, share: shareUrl ?? base, embed: embedUrl ?? `${base}/embed` };
}
