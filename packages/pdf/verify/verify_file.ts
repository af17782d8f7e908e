import { type BrokenAuditTrail, checkAuditChain } from "@paraph/core/signing";
import { Effect, Result } from "effect";
import type { Digest } from "effect/crypto";

import { NOTHING_INSIDE, readSealedParts } from "./sealed_parts.ts";
import { type Trust, type TrustAnchors, trustOf } from "./trust.ts";
import { type Verification, verifySealedPdf } from "./verify_sealed_pdf.ts";

/** The audit trail in a certificate of completion. */
export interface VerifiedAudit {
  readonly requestId: string;
  /** The SHA-256 of the document as it was sent, in hex. */
  readonly originalSha256: string;
  /** The SHA-256 of the sealed document, in hex; certificates of earlier releases have none. */
  readonly sealedSha256: string | null;
  readonly events: number;
  /** The hash of the last event, in hex. */
  readonly head: string;
}

/** Whether a file is unchanged since it was sealed, by whom, and what it says of itself. */
export type FileVerification =
  | (Extract<Verification, { readonly intact: true }> & {
      readonly trust: Trust;
      /** The signature request that the sealed document names. */
      readonly requestId: string | null;
      /** The names of the files that are attached to it. */
      readonly attachments: ReadonlyArray<string>;
      readonly audit: VerifiedAudit | undefined;
    })
  | Extract<Verification, { readonly intact: false }>;

/** What counts as a seal that can be relied on. */
export interface VerificationPolicy extends TrustAnchors {
  /** Whether a seal of an unknown signer will do. */
  readonly untrusted?: boolean;
}

/**
 * Tells whether a PDF is unchanged since it was sealed, whether who sealed it is trusted, and whether
 * nothing in the audit trail attached to it was changed or left out.
 */
export const verifyFile: (
  bytes: Uint8Array,
  policy: VerificationPolicy,
) => Effect.Effect<FileVerification, never, Digest.Digest> = Effect.fnUntraced(
  function* (bytes, policy) {
    const verification = verifySealedPdf(bytes);
    if (!verification.intact) return verification;
    const trust = trustOf(verification.seal, policy);
    // A stranger's file is not parsed unless that is asked for.
    const inside =
      trust.trusted || policy.untrusted === true
        ? yield* Effect.promise(() => readSealedParts(bytes))
        : NOTHING_INSIDE;
    const certified = verification.seal.certified && inside.certifies !== false;
    const read = {
      ...verification,
      seal: { ...verification.seal, certified },
      trust,
      requestId: inside.requestId ?? null,
      attachments: Array.from(inside.attachments.keys()),
    };
    const json = inside.attachments.get("audit.json");
    // Others may attach a file of that name, which is none of ours.
    if (json === undefined || !json.includes("paraph-audit/")) return { ...read, audit: undefined };
    const checked = yield* Effect.result(checkAuditChain(json));
    if (Result.isFailure(checked)) return broken(verification, checked.failure);
    const { requestId, originalSha256, sealedSha256 = null, length, head } = checked.success;
    const audit = { requestId, originalSha256, sealedSha256, events: length, head };
    return { ...read, audit };
  },
);

function broken({ sha256 }: Verification, { message }: BrokenAuditTrail): FileVerification {
  return { intact: false, problems: [message], sha256 };
}
