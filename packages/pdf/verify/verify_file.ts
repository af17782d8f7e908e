import { type BrokenAuditTrail, checkAuditChain } from "@paraph/core/builtin_provider";
import { Effect, Result } from "effect";
import type { Digest } from "effect/crypto";

import { type Trust, trustOf } from "./trust.ts";
import type { TrustAnchors } from "./trust_anchors.ts";
import { type Verification, verifySealedPdf } from "./verify_sealed_pdf.ts";

/** The audit trail in a certificate of completion. */
export interface VerifiedAudit {
  readonly requestId: string;
  /** The SHA-256 of the document when it was sent, in hex. */
  readonly originalSha256: string;
  /** The SHA-256 of the sealed document, in hex; certificates of earlier releases have none. */
  readonly sealedSha256: string | null;
  readonly events: number;
  /** The hash of the last event, in hex. */
  readonly head: string;
}

/** Whether a file is unchanged since it was sealed, its signer and its contents. */
export type FileVerification =
  | (Extract<Verification, { readonly intact: true }> & {
      readonly trust: Trust;
      /** The signature request in its metadata. */
      readonly requestId: string | null;
      /** The names of the attached files. */
      readonly attachments: ReadonlyArray<string>;
      readonly audit: VerifiedAudit | undefined;
    })
  | Extract<Verification, { readonly intact: false }>;

/** Which seals are accepted. */
export interface VerificationPolicy extends TrustAnchors {
  /** Whether to accept a seal of an unknown signer. */
  readonly untrusted?: boolean;
}

/**
 * Verifies that a PDF is unchanged since it was sealed, whether its signer is trusted, and that its attached
 * audit trail is complete and unchanged.
 */
export const verifyFile: (
  bytes: Uint8Array,
  policy: VerificationPolicy,
) => Effect.Effect<FileVerification, never, Digest.Digest> = Effect.fnUntraced(
  function* (bytes, policy) {
    const verification = verifySealedPdf(bytes);
    if (!verification.intact) return verification;
    const trust = trustOf(verification.seal, policy);
    // Files of untrusted signers are parsed only on request.
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
    // Other software may attach a file with this name.
    if (json === undefined || !json.includes("paraph-audit/")) return { ...read, audit: undefined };
    const auditResult = yield* Effect.result(checkAuditChain(json));
    if (Result.isFailure(auditResult))
      return brokenTrailVerification(verification, auditResult.failure);
    const { requestId, originalSha256, sealedSha256 = null, length, head } = auditResult.success;
    // Senders may attach any trail to a document before they send it, but do not know the request yet.
    if (requestId !== inside.requestId) return { ...read, audit: undefined };
    const audit = { requestId, originalSha256, sealedSha256, events: length, head };
    return { ...read, audit };
  },
);

function brokenTrailVerification(
  { sha256 }: Verification,
  { message }: BrokenAuditTrail,
): FileVerification {
  return { intact: false, problems: [message], sha256 };
}

type IntactFile = Extract<FileVerification, { readonly intact: true }>;

/**
 * Returns why a signed document and a certificate of completion do not belong together, [] when they do. They
 * belong together when the certificate has the SHA-256 of the document and both have the same signature
 * request.
 */
export function pairProblems(
  document: Pick<IntactFile, "sha256" | "requestId">,
  { audit }: Pick<IntactFile, "audit">,
): ReadonlyArray<string> {
  if (audit === undefined) return ["The second file is not a certificate of completion"];
  const problems: Array<string> = [];
  if (audit.sealedSha256 === null)
    problems.push(
      "The certificate is from an earlier release and has no SHA-256 of the signed document in its audit trail: compare the SHA-256 that it shows",
    );
  else if (audit.sealedSha256 !== document.sha256)
    problems.push(
      `The certificate is for another document: it has SHA-256 ${audit.sealedSha256}, the signed document ${document.sha256}`,
    );
  if (document.requestId === null)
    problems.push("The signed document does not name its signature request");
  else if (audit.requestId !== document.requestId)
    problems.push(
      `The files belong to different signature requests: the certificate to ${audit.requestId}, the signed document to ${document.requestId}`,
    );
  return problems;
}

/** The contents of a sealed document apart from its pages. */
export interface SealedParts {
  /** Whether its catalog refers to the certification signature; undefined without a catalog. */
  readonly certifies: boolean | undefined;
  /** The signature request in its metadata. */
  readonly requestId: string | undefined;
  /** The attachments as text, by name. */
  readonly attachments: ReadonlyMap<string, string>;
}

/** The parts of a file that is not parsed or unreadable. */
export const NOTHING_INSIDE: SealedParts = {
  certifies: undefined,
  requestId: undefined,
  attachments: new Map(),
};

/** Reads the parts of a sealed document. */
export async function readSealedParts(bytes: Uint8Array): Promise<SealedParts> {
  try {
    // Imported on demand, only for valid seals.
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
