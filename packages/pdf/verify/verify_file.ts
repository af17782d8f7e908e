import { type BrokenAuditTrail, checkAuditChain } from "@paraph/core/builtin_provider";
import { Effect, Result } from "effect";
import type { Digest } from "effect/crypto";

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

type IntactFile = Extract<FileVerification, { readonly intact: true }>;

/**
 * Why a signed document and a certificate of completion do not belong together; empty when they do: the
 * certificate names the SHA-256 of the document, and both name one signature request.
 */
export function pairProblems(
  signed: Pick<IntactFile, "sha256" | "requestId">,
  { audit }: Pick<IntactFile, "audit">,
): ReadonlyArray<string> {
  if (audit === undefined) return ["The second file is not a certificate of completion"];
  const problems: Array<string> = [];
  if (audit.sealedSha256 === null)
    problems.push(
      "The certificate was made by an earlier release, and does not carry the SHA-256 of the signed document in its audit trail: compare the SHA-256 that it shows",
    );
  else if (audit.sealedSha256 !== signed.sha256)
    problems.push(
      `The certificate is about another document: it names SHA-256 ${audit.sealedSha256}, the signed document has ${signed.sha256}`,
    );
  if (signed.requestId === null)
    problems.push("The signed document does not name its signature request");
  else if (audit.requestId !== signed.requestId)
    problems.push(
      `They are of different signature requests: the certificate is of ${audit.requestId}, the signed document of ${signed.requestId}`,
    );
  return problems;
}

/** What a sealed document holds in addition to its pages. */
export interface SealedParts {
  /** Whether its catalog names its signature as the one that certifies it; unknown without a catalog. */
  readonly certifies: boolean | undefined;
  /** The signature request in its metadata. */
  readonly requestId: string | undefined;
  /** The attachments as text, by their names. */
  readonly attachments: ReadonlyMap<string, string>;
}

/** The parts of a file that cannot be parsed, or is not to be. */
export const NOTHING_INSIDE: SealedParts = {
  certifies: undefined,
  requestId: undefined,
  attachments: new Map(),
};

/** Reads the parts of a sealed document. */
export async function readSealedParts(bytes: Uint8Array): Promise<SealedParts> {
  try {
    // Loaded only for files that hold.
    const [{ PDF, PdfDict }, { xmpOf }, { requestIdIn }] = await Promise.all([
      import("@libpdf/core"),
      import("../signing/document_metadata.ts"),
      import("../signing/document_metadata.ts"),
    ]);
    const document = await PDF.load(new Uint8Array(bytes));
    const catalog = document.getCatalog();
    const perms = catalog.getDict("Perms", (reference) => document.getObject(reference));
    const certification = perms?.getDict("DocMDP", (reference) => document.getObject(reference));
    const attachments = Array.from(document.getAttachments().keys(), (name) => {
      const content = document.getAttachment(name) ?? new Uint8Array();
      return [name, new TextDecoder().decode(content)] as const;
    });
    return {
      certifies: certification instanceof PdfDict && certification.has("ByteRange"),
      requestId: requestIdIn(xmpOf(document) ?? ""),
      attachments: new Map(attachments),
    };
  } catch {
    return NOTHING_INSIDE;
  }
}
