import { createHash, X509Certificate } from "node:crypto";

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

import { nameOf } from "./distinguished_name.ts";
import type { TrustAnchors } from "./trust_anchors.ts";
import type { VerifiedSeal } from "./verify_sealed_pdf.ts";

/** Whether the signer of a seal is trusted. */
export type Trust =
  | {
      readonly trusted: true;
      /** The trusted certificate: the signing certificate, or an authority above it. */
      readonly anchor: { readonly subject: string; readonly fingerprint: string };
    }
  | { readonly trusted: false; readonly reason: string };

/** The maximum length of a chain. */
const MAX_CHAIN_LENGTH = 10;

const BASIC_CONSTRAINTS = "2.5.29.19";
const KEY_USAGE = "2.5.29.15";
const SUBJECT_NAMES = "2.5.29.17";
const POLICIES = "2.5.29.32";
const PURPOSES = "2.5.29.37";

/** Extensions that are checked here, or that do not restrict sealing. */
const KNOWN_EXTENSIONS = new Set([BASIC_CONSTRAINTS, KEY_USAGE, SUBJECT_NAMES, POLICIES, PURPOSES]);

/** The key purposes that PDF readers accept for documents. */
const DOCUMENT_PURPOSES = new Set([
  "2.5.29.37.0", // any
  "1.3.6.1.5.5.7.3.36", // documents
  "1.3.6.1.5.5.7.3.4", // emails
  "1.3.6.1.5.5.7.3.3", // code
  "1.3.6.1.4.1.311.10.3.12", // documents, by Microsoft
  "1.2.840.113583.1.1.5", // documents, by Adobe
]);

/** Signature algorithms that can be forged today. */
const UNSAFE_ALGORITHMS = new Set([
  "1.2.840.113549.1.1.4", // MD5
  "1.2.840.113549.1.1.5", // SHA-1
  "1.2.840.10045.4.1", // SHA-1
]);

/**
 * Returns whether the certificate of a seal is trusted, or was issued by a trusted one: each certificate in
 * the chain is signed by the next, was valid at the signing time, and has the required key usage. Names alone
 * never count. Revocation is not checked.
 */
export function trustOf(
  { chain, claimedAt, timeStamp }: Pick<VerifiedSeal, "chain" | "claimedAt" | "timeStamp">,
  { certificates, fingerprints }: TrustAnchors,
): Trust {
  const signedAt = claimedAt ?? timeStamp?.at;
  if (signedAt === undefined) return distrust("The seal has no signing time");
  const [signer, ...others] = chain.map((der) => new X509Certificate(der));
  if (signer === undefined) return distrust("The seal has no certificate");
  const anchors = certificates.map((der) => new X509Certificate(der));
  const trustedFingerprints = new Set([...anchors.map(fingerprintOf), ...fingerprints]);
  const issuers = [...anchors, ...others];
  let current = signer;
  for (let below = 0; below < MAX_CHAIN_LENGTH; below++) {
    const fingerprint = fingerprintOf(current);
    const isTrusted = trustedFingerprints.has(fingerprint);
    // The purposes of a signing certificate do not matter if it is trusted itself.
    const problem =
      validityProblem(current, signedAt) ??
      (isTrusted && below === 0 ? undefined : purposeProblem(current, below));
    if (problem !== undefined) return distrust(`${nameOf(current.subject)} ${problem}`);
    if (isTrusted)
      return { trusted: true, anchor: { subject: nameOf(current.subject), fingerprint } };
    const issuer = issuers.find(
      (other) => !other.raw.equals(current.raw) && hasIssued(other, current),
    );
    if (issuer === undefined) break;
    if (UNSAFE_ALGORITHMS.has(parse(current).signatureAlgorithm.algorithmId))
      return distrust(`${nameOf(current.subject)} is signed with an unsafe algorithm`);
    current = issuer;
  }
  return distrust("It is not sealed with a trusted certificate");
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    // Checks name, key usage and signature.
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false; // The type of the key is unknown.
  }
}

function validityProblem(
  { validFromDate, validToDate }: X509Certificate,
  signedAt: Date,
): string | undefined {
  // The time of a seal has whole seconds.
  return signedAt.getTime() + 999 < validFromDate.getTime() || signedAt > validToDate
    ? "was not valid when it was sealed"
    : undefined;
}

/** Returns why a certificate is not acceptable at its depth in the chain; 0 is the signing certificate. */
function purposeProblem(certificate: X509Certificate, below: number): string | undefined {
  const { extensions = [] } = parse(certificate);
  const unknown = extensions.find(
    ({ critical, extnID }) => critical && !KNOWN_EXTENSIONS.has(extnID),
  );
  if (unknown !== undefined) return `has an unknown critical extension (${unknown.extnID})`;
  return below === 0
    ? sealerProblem(certificate, extensions)
    : issuerProblem(certificate, extensions, below - 1);
}

function sealerProblem(
  { keyUsage: purposes }: X509Certificate,
  extensions: ReadonlyArray<pkijs.Extension>,
): string | undefined {
  const usage = keyUsageOf(extensions);
  // digitalSignature or nonRepudiation
  if (usage !== undefined && (usage & 0xc0) === 0) return "may not sign documents";
  // Node's `keyUsage` is the extended key usage, undefined when the certificate has none.
  const extendedUsages: ReadonlyArray<string> | undefined = purposes;
  if (
    extendedUsages !== undefined &&
    !extendedUsages.some((purpose) => DOCUMENT_PURPOSES.has(purpose))
  )
    return "may not sign documents";
  return undefined;
}

function issuerProblem(
  { ca }: X509Certificate,
  extensions: ReadonlyArray<pkijs.Extension>,
  authorities: number,
): string | undefined {
  const usage = keyUsageOf(extensions);
  // keyCertSign
  if (!ca || (usage !== undefined && (usage & 0x04) === 0)) return "may not issue certificates";
  const constraints: unknown = extensions.find(
    ({ extnID }) => extnID === BASIC_CONSTRAINTS,
  )?.parsedValue;
  const maxLength =
    constraints instanceof pkijs.BasicConstraints ? constraints.pathLenConstraint : undefined;
  if (typeof maxLength === "number" && authorities > maxLength)
    return "may not have this many authorities below it";
  return undefined;
}

/** The first eight bits of the key usage, `undefined` when it is not restricted. */
function keyUsageOf(extensions: ReadonlyArray<pkijs.Extension>): number | undefined {
  const extension = extensions.find(({ extnID }) => extnID === KEY_USAGE);
  if (extension === undefined) return undefined;
  const { result } = asn1js.fromBER(new Uint8Array(extension.extnValue.valueBlock.valueHexView));
  return result instanceof asn1js.BitString ? (result.valueBlock.valueHexView[0] ?? 0) : 0;
}

function parse({ raw }: X509Certificate): pkijs.Certificate {
  return pkijs.Certificate.fromBER(new Uint8Array(raw));
}

function fingerprintOf({ raw }: X509Certificate): string {
  return createHash("sha256").update(raw).digest("hex");
}

function distrust(reason: string): Trust {
  return { trusted: false, reason };
}
