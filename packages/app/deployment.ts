import type { RetentionAges } from "@paraph/core/erasure";
import type { ServiceEnv } from "@paraph/core/keys";
import type { StorageLocation } from "@paraph/core/renders";
import type { PublicUrls } from "@paraph/core/values";
import type { SignatureProvidersOptions } from "@paraph/integrations/providers";
import type { AssetStoreS3Options } from "@paraph/storage";
import type { Redacted } from "effect";

/** Where documents are kept: in a folder, or in a bucket and by whose keys. */
export type Storage =
  | Extract<StorageLocation, { readonly kind: "folder" }>
  | ({ readonly kind: "bucket" } & AssetStoreS3Options);

/** Everything that the services of one deployment need to be told, complete: defaults are in already. */
export interface Deployment {
  /** `{base_url}`; absent: where the process listens. */
  readonly publicUrl: string | undefined;
  /** `{share_base}`; absent: where everything else is. */
  readonly shareUrl: string | undefined;
  /** `{embed_url}`; absent: `embed` below `{base_url}`. */
  readonly embedUrl: string | undefined;
  /** A `postgres://` URL; absent: the embedded database in `dataDir`. */
  readonly databaseUrl: Redacted.Redacted | undefined;
  readonly storage: Storage;
  readonly dataDir: string;
  /** A mail server; absent: each mail becomes a file in `outboxFolder`. */
  readonly smtpUrl: Redacted.Redacted | undefined;
  readonly outboxFolder: string;
  /** Who mails come from that no organisation has a sender of its own for. */
  readonly mailFrom: string;
  readonly serviceEnv: ServiceEnv;
  /** A PKCS#12 file with the identity that seals documents; absent: one of our own in `dataDir`. */
  readonly signingP12Path: string | undefined;
  readonly signingP12Password: Redacted.Redacted | undefined;
  /** Who confirms the time of each seal; absent: nobody. */
  readonly signingTsaUrl: Redacted.Redacted | undefined;
  readonly workerConcurrency: number;
  /** How long what is kept. */
  readonly retention: RetentionAges;
  readonly allowPrivateNetwork: boolean;
  /** What new signature requests go through. */
  readonly signatureProvider: SignatureProvidersOptions["current"];
  /** Firma.dev; absent: not known here, and neither are requests that went through it. */
  readonly firma:
    | {
        readonly apiKey: Redacted.Redacted;
        /** The current one first. */
        readonly webhookSecrets: ReadonlyArray<Redacted.Redacted>;
        /** Absent: at Firma's own address. */
        readonly url: string | undefined;
      }
    | undefined;
  /** A Documenso; absent: not known here. */
  readonly documenso:
    | {
        readonly url: string;
        readonly apiKey: Redacted.Redacted;
        readonly webhookSecret: Redacted.Redacted | undefined;
      }
    | undefined;
}

/**
 * The addresses that were set, or those that follow from where the process can be reached.
 *
 * @param reachedAt What addresses begin with when nothing was set, without a trailing slash.
 */
export function publicUrlsOf(
  { publicUrl, shareUrl, embedUrl }: Pick<Deployment, "publicUrl" | "shareUrl" | "embedUrl">,
  reachedAt: string,
): PublicUrls["Service"] {
  const base = publicUrl ?? reachedAt;
  return { base, share: shareUrl ?? base, embed: embedUrl ?? `${base}/embed` };
}
