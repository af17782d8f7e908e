import { createHash, type X509Certificate } from "node:crypto";

import { isChainToRoot } from "./certificates.ts";
import { isPlainFrame } from "./cms_frame.ts";
import { BrokenSignature, type CmsSignature, verifyCms } from "./cms_signature.ts";
import { nameOf } from "./distinguished_name.ts";
import { NOT_A_PDF, NOT_SEALED } from "./seal_problems.ts";
import { ImpossibleSignature, type SignatureGap, signatureGaps } from "./signature_gap.ts";
import { readTimeStamp, type TimeStamp } from "./time_stamp.ts";

/** A valid seal. */
export interface VerifiedSeal {
  /** The distinguished name of the signer. */
  readonly subject: string;
  /** The distinguished name of the issuer. */
  readonly issuer: string;
  /** Whether the certificate is self-signed, so that no authority confirms the name. */
  readonly selfSigned: boolean;
  /** The SHA-256 of the signing certificate, in hex. */
  readonly fingerprint: string;
  /** `CAdES` is a signature that is not a PAdES baseline signature. */
  readonly level: "PAdES B-B" | "PAdES B-T" | "CAdES" | "PKCS#7" | "time stamp";
  /**
   * Whether it certifies the document and permits no changes (DocMDP P=1). Otherwise PDF readers allow
   * changes, but this verification still refuses them.
   */
  readonly certified: boolean;
  /** The signing time by the signer's clock, which is not confirmed. */
  readonly claimedAt: Date | null;
  /** The time stamp; its signature is verified, trust in its certificate is not. */
  readonly timeStamp: Pick<TimeStamp, "at" | "authority"> | null;
  /** The signing certificate and the other embedded certificates, in DER. */
  readonly chain: ReadonlyArray<Uint8Array>;
}

/** The result of verifying a seal. */
export type Verification =
  | {
      /** One valid seal covers the whole file. Trust in its signer is not included. */
      readonly intact: true;
      readonly seal: VerifiedSeal;
      /** The SHA-256 of the file, in hex. */
      readonly sha256: string;
    }
  | { readonly intact: false; readonly problems: ReadonlyArray<string>; readonly sha256: string };

/**
 * Verifies that a PDF is unchanged since it was sealed: it has one valid signature, which covers everything
 * except itself. Accepts any file.
 *
 * Anyone can seal a changed document again under the same name. Only a comparison of certificates detects
 * this: see `trustOf`.
 */
export function verifySealedPdf(bytes: Uint8Array): Verification {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const failure = (...problems: ReadonlyArray<string>): Verification => {
    return { intact: false, problems, sha256 };
  };
  if (!isPdf(bytes)) return failure(NOT_A_PDF);
  try {
    const [gap, ...later] = signatureGaps(bytes);
    if (gap === undefined) return failure(NOT_SEALED);
    if (later.length > 0)
      return failure(
        `It has ${later.length + 1} signatures: a sealed document has one, which covers all of it`,
      );
    const seal = verifyGap(gap);
    if (gap.end < bytes.length) return failure(...additionProblems(seal));
    return { intact: true, seal, sha256 };
  } catch (error) {
    if (error instanceof ImpossibleSignature || error instanceof BrokenSignature)
      return failure(error.message);
    // Libraries throw arbitrary errors for invalid input.
    return failure("A signature cannot be read");
  }
}

/** The problems of a file with data after a valid seal. */
function additionProblems({ certified }: VerifiedSeal): ReadonlyArray<string> {
  return [
    "Data was added after it was sealed",
    ...(certified
      ? ["Its certification (DocMDP P=1) permits only time stamps and validation data"]
      : []),
  ];
}

/** PDF readers search for the header in the first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-");
}

function verifyGap(gap: SignatureGap): VerifiedSeal {
  switch (gap.subFilter) {
    case "ETSI.CAdES.detached": {
      const cms = verifySignature(gap);
      if (!cms.bindsCertificate)
        throw new BrokenSignature("A signature does not name its certificate");
      return sealOf(gap, cms, (timeStamp) => {
        // A baseline signature states its time only in the PDF (EN 319 142-1).
        if (cms.claimedAt !== undefined || gap.claimedAt === undefined) return "CAdES";
        return timeStamp === null ? "PAdES B-B" : "PAdES B-T";
      });
    }
    case "adbe.pkcs7.detached":
      return sealOf(gap, verifySignature(gap), () => "PKCS#7");
    case "ETSI.RFC3161": {
      const { signer, at, authority } = readTimeStamp(gap.cms, digesterOf(gap.coveredBytes));
      return {
        ...identityOf(signer),
        level: "time stamp",
        certified: false,
        claimedAt: null,
        timeStamp: { at, authority },
        chain: [new Uint8Array(signer.raw)],
      };
    }
    default:
      throw new BrokenSignature("A signature has an unknown type");
  }
}

function verifySignature({ cms, coveredBytes }: SignatureGap): CmsSignature {
  const verifiedSignature = verifyCms(cms, coveredBytes);
  if (!isChainToRoot(verifiedSignature.signer, verifiedSignature.certificates))
    throw new BrokenSignature("A signature has certificates outside of its chain");
  if (!isPlainFrame(cms, verifiedSignature.signer))
    throw new BrokenSignature("A signature has inconsistent properties");
  return verifiedSignature;
}

function stampOf({ timeStampToken, signature }: CmsSignature): VerifiedSeal["timeStamp"] {
  if (timeStampToken === undefined) return null;
  const { at, authority } = readTimeStamp(timeStampToken, digesterOf([signature]));
  return { at, authority };
}

function digesterOf(parts: ReadonlyArray<Uint8Array>) {
  return (algorithm: string) => {
    const hash = createHash(algorithm);
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
}

function sealOf(
  gap: SignatureGap,
  cms: CmsSignature,
  levelOf: (timeStamp: VerifiedSeal["timeStamp"]) => VerifiedSeal["level"],
): VerifiedSeal {
  const { signer, certificates } = cms;
  const timeStamp = stampOf(cms);
  const others = certificates.filter((certificate) => certificate !== signer);
  return {
    ...identityOf(signer),
    level: levelOf(timeStamp),
    certified: gap.permitted === 1,
    claimedAt: gap.claimedAt ?? cms.claimedAt ?? null,
    timeStamp,
    chain: [signer, ...others].map(({ raw }) => new Uint8Array(raw)),
  };
}

function identityOf(signer: X509Certificate) {
  return {
    subject: nameOf(signer.subject),
    issuer: nameOf(signer.issuer),
    selfSigned: signer.subject === signer.issuer && signer.verify(signer.publicKey),
    fingerprint: createHash("sha256").update(signer.raw).digest("hex"),
  };
}
