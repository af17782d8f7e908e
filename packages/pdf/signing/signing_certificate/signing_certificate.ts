import { createHash, type KeyObject, X509Certificate } from "node:crypto";

import type { Seal } from "@paraph/core/signing";
import { Data } from "effect";

import { nameOf } from "../../verify/certificates.ts";

/** Who seals: a key, the certificate of it, and those that vouch for it. Plain data for threads. */
export interface Signer {
  /** PKCS#8 in DER. */
  readonly privateKey: Uint8Array;
  /** In DER. */
  readonly certificate: Uint8Array;
  /** Those that vouch for the certificate, each in DER, its own issuer's first. */
  readonly chain: ReadonlyArray<Uint8Array>;
  /** Whether we have made all of them ourselves. */
  readonly selfSigned: boolean;
}

/** There is nobody to seal: a line that names what a deployment set and what is wrong with it. */
export class SigningCertificateUnavailable extends Data.TaggedError(
  "signing_certificate_unavailable",
)<{ readonly message: string }> {}

/** What a seal of this identity tells of it. */
export function describeSigner({
  certificate,
  selfSigned,
}: Signer): Pick<Seal, "subject" | "fingerprint" | "selfSigned"> {
  return {
    subject: nameOf(new X509Certificate(certificate).subject),
    fingerprint: createHash("sha256").update(certificate).digest("hex"),
    selfSigned,
  };
}

/** A private key as identities hold it. */
export function pkcs8(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: "der", type: "pkcs8" }));
}
