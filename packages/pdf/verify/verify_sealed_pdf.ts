import { createHash, type X509Certificate } from "node:crypto";

import { leadsToRoot, nameOf } from "./certificates.ts";
import { isPlainFrame } from "./cms_frame.ts";
import { BrokenSignature, type CmsSignature, verifyCms } from "./cms_signature.ts";
import { ImpossibleSignature, type SignatureGap, signatureGaps } from "./signature_gap.ts";
import { readTimeStamp, type TimeStamp } from "./time_stamp.ts";

/** A seal that holds, and what is known of it. */
export interface VerifiedSeal {
  /** The distinguished name of who sealed. */
  readonly subject: string;
  /** Who says that this is their name. */
  readonly issuer: string;
  /** Whether nobody but themselves vouches for that name. */
  readonly selfSigned: boolean;
  /** The SHA-256 of the sealing certificate, in hex. */
  readonly fingerprint: string;
  /** `CAdES` is a signature that PAdES does not know as a baseline signature. */
  readonly level: "PAdES B-B" | "PAdES B-T" | "CAdES" | "PKCS#7" | "time stamp";
  /**
   * Whether it certifies the document and permits no changes (DocMDP P=1). Without that, readers that
   * honour DocMDP do not forbid changes, although this verification refuses them all the same.
   */
  readonly certified: boolean;
  /** When it was sealed by the clock of who sealed; nobody else says so. */
  readonly claimedAt: Date | null;
  /** What a time-stamping authority says; its signature was verified, its certificate was not. */
  readonly timeStamp: Pick<TimeStamp, "at" | "authority"> | null;
  /** The sealing certificate and those that came with it, in DER. */
  readonly chain: ReadonlyArray<Uint8Array>;
}

/** Whether a PDF is unchanged since it was sealed. */
export type Verification =
  | {
      /** One seal covers the whole file, and it holds. Who sealed it is another question. */
      readonly intact: true;
      readonly seal: VerifiedSeal;
      /** The SHA-256 of the file, in hex. */
      readonly sha256: string;
    }
  | { readonly intact: false; readonly problems: ReadonlyArray<string>; readonly sha256: string };

/**
 * Tells whether a PDF is unchanged since it was sealed: it has one signature, which holds and covers
 * everything but its own bytes. Any file may be given.
 *
 * Anyone can seal a changed document again under the same name. Only a comparison of certificates tells
 * such a seal from a genuine one: see `trustOf`.
 */
export function verifySealedPdf(bytes: Uint8Array): Verification {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const broken = (...problems: ReadonlyArray<string>): Verification => {
    return { intact: false, problems, sha256 };
  };
  if (!isPdf(bytes)) return broken("It is not a PDF");
  try {
    const [gap, ...later] = signatureGaps(bytes);
    if (gap === undefined) return broken("It is not sealed");
    if (later.length > 0)
      return broken(
        `It has ${later.length + 1} signatures: a sealed document has one, which covers all of it`,
      );
    const seal = verifyGap(gap);
    if (gap.end < bytes.length) return broken(...additionProblems(seal));
    return { intact: true, seal, sha256 };
  } catch (error) {
    if (error instanceof ImpossibleSignature || error instanceof BrokenSignature)
      return broken(error.message);
    // Libraries throw anything about what is no signature.
    return broken("A signature cannot be read");
  }
}

/** What was added after a seal that holds for the part before it. */
function additionProblems({ certified }: VerifiedSeal): ReadonlyArray<string> {
  return [
    "Something was added after it was sealed",
    ...(certified
      ? ["Its certification (DocMDP P=1) permits no changes but time stamps and validation data"]
      : []),
  ];
}

/** Readers look for the head within the first kilobyte. */
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
        // A baseline signature states its time in the PDF, and nowhere else (EN 319 142-1).
        if (cms.claimedAt !== undefined || gap.claimedAt === undefined) return "CAdES";
        return timeStamp === null ? "PAdES B-B" : "PAdES B-T";
      });
    }
    case "adbe.pkcs7.detached":
      return sealOf(gap, verifySignature(gap), () => "PKCS#7");
    case "ETSI.RFC3161": {
      const { signer, at, authority } = readTimeStamp(gap.cms, digesting(gap.covered));
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
      throw new BrokenSignature("A signature is of a kind that is not known");
  }
}

function verifySignature({ cms, covered }: SignatureGap): CmsSignature {
  const verified = verifyCms(cms, covered);
  if (!leadsToRoot(verified.signer, verified.certificates))
    throw new BrokenSignature("A signature brings certificates along that are not of its own");
  if (!isPlainFrame(cms, verified.signer))
    throw new BrokenSignature("A signature says something of itself that is not so");
  return verified;
}

function stampOf({ timeStampToken, signature }: CmsSignature): VerifiedSeal["timeStamp"] {
  if (timeStampToken === undefined) return null;
  const { at, authority } = readTimeStamp(timeStampToken, digesting([signature]));
  return { at, authority };
}

function digesting(parts: ReadonlyArray<Uint8Array>) {
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
