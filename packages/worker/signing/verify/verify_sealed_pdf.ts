import { createHash, type X509Certificate } from "node:crypto";

import { nameOf } from "./certificate_name.ts";
import { isPlainFrame } from "./cms_frame.ts";
import { BrokenSignature, type CmsSignature, verifyCms } from "./cms_signature.ts";
import { leadsToRoot } from "./leads_to_root.ts";
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
  readonly level: "PAdES B-B" | "PAdES B-T" | "PKCS#7" | "time stamp";
  /** When it was sealed by the clock of who sealed; nobody else says so. */
  readonly claimedAt: Date | null;
  /** What a time-stamping authority says; verified. */
  readonly timeStamp: Pick<TimeStamp, "at" | "authority"> | null;
  /** How many bytes of the file it covers, from the beginning. */
  readonly covers: number;
}

/** What became of a PDF since it was sealed. */
export type Verification =
  | {
      /** Nothing was changed, added or taken away since the last seal. */
      readonly intact: true;
      /** The seals in the order they were put on, at least one. */
      readonly seals: readonly [VerifiedSeal, ...ReadonlyArray<VerifiedSeal>];
      /** The last of them, which covers the whole file. */
      readonly seal: VerifiedSeal;
      /** The SHA-256 of the file, in hex. */
      readonly sha256: string;
    }
  | { readonly intact: false; readonly problems: ReadonlyArray<string>; readonly sha256: string };

/**
 * Tells whether a PDF is untouched since it was sealed: every seal in it holds, and the last one covers
 * everything but its own bytes. Any file may be given; nothing of it is trusted before it is verified.
 *
 * Whoever changes a sealed file can seal it anew under a name of their own: what makes the difference
 * is whose seal it is.
 */
export function verifySealedPdf(bytes: Uint8Array): Verification {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const broken = (...problems: ReadonlyArray<string>): Verification => {
    return { intact: false, problems, sha256 };
  };
  if (!isPdf(bytes)) return broken("It is not a PDF");
  const seals: Array<VerifiedSeal> = [];
  const problems: Array<string> = [];
  let covered = 0;
  try {
    for (const gap of signatureGaps(bytes)) {
      if (gap.end <= covered) problems.push("Its seals are not in the order they were put on");
      covered = Math.max(covered, gap.end);
      const seal = attempt(() => verifyGap(gap));
      if (typeof seal === "string") problems.push(seal);
      else seals.push(seal);
    }
  } catch (error) {
    if (error instanceof ImpossibleSignature) return broken(error.message);
    throw error;
  }
  if (covered === 0) return broken("It is not sealed");
  if (covered < bytes.length) problems.push("Something was added after it was sealed");
  const [first, ...others] = seals;
  if (problems.length > 0 || first === undefined) return broken(...new Set(problems));
  return { intact: true, seals: [first, ...others], seal: others.at(-1) ?? first, sha256 };
}

/** Readers look for the head within the first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-");
}

function attempt<A>(verify: () => A): A | string {
  try {
    return verify();
  } catch (error) {
    // Libraries throw whatever comes to their mind about what is no signature.
    return error instanceof BrokenSignature ? error.message : "A signature cannot be read";
  }
}

function verifyGap(gap: SignatureGap): VerifiedSeal {
  switch (gap.subFilter) {
    case "ETSI.CAdES.detached": {
      const cms = verifySignature(gap);
      if (!cms.bindsCertificate)
        throw new BrokenSignature("A signature does not name its certificate");
      const timeStamp = stampOf(cms);
      const level = timeStamp === null ? "PAdES B-B" : "PAdES B-T";
      return sealOf(cms, { level, timeStamp, covers: gap.end });
    }
    case "adbe.pkcs7.detached": {
      const cms = verifySignature(gap);
      return sealOf(cms, { level: "PKCS#7", timeStamp: stampOf(cms), covers: gap.end });
    }
    case "ETSI.RFC3161": {
      const timeStamp = readTimeStamp(gap.cms, digesting(gap.covered));
      return {
        ...identityOf(timeStamp.signer),
        ...{ level: "time stamp", claimedAt: null, timeStamp: plain(timeStamp) },
        covers: gap.end,
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
  return timeStampToken === undefined
    ? null
    : plain(readTimeStamp(timeStampToken, digesting([signature])));
}

function digesting(parts: ReadonlyArray<Uint8Array>) {
  return (algorithm: string) => {
    const hash = createHash(algorithm);
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
}

function plain({ at, authority }: TimeStamp) {
  return { at, authority };
}

function sealOf(
  { signer, claimedAt }: CmsSignature,
  more: Pick<VerifiedSeal, "level" | "timeStamp" | "covers">,
): VerifiedSeal {
  return { ...identityOf(signer), claimedAt: claimedAt ?? null, ...more };
}

function identityOf(signer: X509Certificate) {
  return {
    subject: nameOf(signer.subject),
    issuer: nameOf(signer.issuer),
    selfSigned: signer.subject === signer.issuer && signer.verify(signer.publicKey),
    fingerprint: createHash("sha256").update(signer.raw).digest("hex"),
  };
}
