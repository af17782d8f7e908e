import { createHash, type KeyObject, X509Certificate } from "node:crypto";

import type { Seal } from "@paraph/core/builtin_provider";
import { Data } from "effect";

import { nameOf } from "../../verify/distinguished_name.ts";

/** The signing certificate with its private key and its chain. Plain data, so that it can be sent to threads. */
export interface Signer {
  /** PKCS#8 in DER. */
  readonly privateKey: Uint8Array;
  /** In DER. */
  readonly certificate: Uint8Array;
  /** The issuers in DER, starting with the issuer of the certificate. */
  readonly chain: ReadonlyArray<Uint8Array>;
  /** Whether Paraph created all of them, so that no other authority confirms the name. */
  readonly selfSigned: boolean;
}

/** There is no usable signing certificate. The message names the environment variable and the problem. */
export class SigningCertificateUnavailable extends Data.TaggedError(
  "signing_certificate_unavailable",
)<{ readonly message: string }> {}

/** Returns the facts about the signer that are stored with a seal. */
export function describeSigner({
  certificate,
  chain,
  selfSigned,
}: Signer): Pick<Seal, "subject" | "fingerprint" | "rootFingerprint" | "selfSigned"> {
  const root = chain.at(-1);
  return {
    subject: nameOf(new X509Certificate(certificate).subject),
    fingerprint: fingerprintOf(certificate),
    rootFingerprint: root === undefined ? null : fingerprintOf(root),
    selfSigned,
  };
}

function fingerprintOf(certificate: Uint8Array): string {
  return createHash("sha256").update(certificate).digest("hex");
}

/** Returns a private key as PKCS#8 in DER. */
export function pkcs8(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: "der", type: "pkcs8" }));
}
