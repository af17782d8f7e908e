import { type BrokenAudit, checkAuditChain } from "@paraph/core/signing";
import { Effect, Result } from "effect";
import type { Digest } from "effect/crypto";

import { type Verification, verifySealedPdf } from "./verify_sealed_pdf.ts";

/** The audit trail in a certificate of completion. */
export interface VerifiedAudit {
  readonly requestId: string;
  /** The SHA-256 of the document as it was sent, in hex. */
  readonly originalSha256: string;
  readonly events: number;
  /** The hash of the last event, in hex. */
  readonly head: string;
}

/** What became of a file, and of the audit trail in it if it has one. */
export type FileVerification =
  | (Extract<Verification, { readonly intact: true }> & {
      /** The names of the files that are attached to it. */
      readonly attachments: ReadonlyArray<string>;
      readonly audit: VerifiedAudit | undefined;
    })
  | Extract<Verification, { readonly intact: false }>;

/**
 * Tells whether a PDF is untouched since it was sealed, and whether nothing in the audit trail attached
 * to it was changed or left out.
 */
export const verifyFile: (
  bytes: Uint8Array,
) => Effect.Effect<FileVerification, never, Digest.Digest> = Effect.fnUntraced(function* (bytes) {
  const verification = verifySealedPdf(bytes);
  if (!verification.intact) return verification;
  const attached = yield* Effect.promise(() => attachmentsOf(bytes));
  const attachments = Array.from(attached.keys());
  const json = attached.get("audit.json");
  // Others may attach a file of that name, which is none of ours.
  if (json === undefined || !json.includes("paraph-audit/"))
    return { ...verification, attachments, audit: undefined };
  const checked = yield* Effect.result(checkAuditChain(json));
  if (Result.isFailure(checked)) return broken(verification, checked.failure);
  const { requestId, originalSha256, length: events, head } = checked.success;
  return {
    ...verification,
    attachments,
    audit: { requestId, originalSha256, events, head },
  };
});

function broken({ sha256 }: Verification, { message }: BrokenAudit): FileVerification {
  return { intact: false, problems: [message], sha256 };
}

/** The attachments as text, by their names; none of a file that cannot be taken apart. */
async function attachmentsOf(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  try {
    // Loaded only for files that hold.
    const { PDF } = await import("@libpdf/core");
    const document = await PDF.load(new Uint8Array(bytes));
    return new Map(
      Array.from(document.getAttachments().keys(), (name) => [
        name,
        new TextDecoder().decode(document.getAttachment(name) ?? new Uint8Array()),
      ]),
    );
  } catch {
    return new Map();
  }
}
