import { hkdfSync } from "node:crypto";

import { DownloadKeys } from "@paraph/core/renders";
import { Array, Effect, Layer, Redacted } from "effect";

import { type SigningJwk, tokenSignerJose } from "./token_signer_jose.ts";

/** Separates the secrets of download URLs from other uses of the keys. */
const DOWNLOAD_URLS = "paraph download-url 1";

/**
 * What the signing keys of a deployment sign: session tokens, and download URLs with secrets that are derived
 * from the keys. The first key signs, all verify, so that keys can be rotated.
 */
export const signingKeys = (keys: Redacted.Redacted<ReadonlyArray<SigningJwk>>) =>
  Layer.merge(tokenSignerJose(keys), downloadKeys(keys));

const downloadKeys = (keys: Redacted.Redacted<ReadonlyArray<SigningJwk>>) =>
  Layer.effect(
    DownloadKeys,
    Effect.gen(function* () {
      const secrets = Redacted.value(keys).map(({ d }) => Redacted.make(deriveSecret(d)));
      if (!Array.isReadonlyArrayNonEmpty(secrets)) {
        return yield* Effect.die("No signing key for download URLs");
      }
      return DownloadKeys.of({ secrets });
    }),
  );

function deriveSecret(d: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", Buffer.from(d, "base64url"), "", DOWNLOAD_URLS, 32));
}
