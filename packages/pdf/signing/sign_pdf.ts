import { createHash } from "node:crypto";

import { PDF, PdfArray, PdfString } from "@libpdf/core";
import type { Seal } from "@paraph/core/builtin_provider";

import { verifySealedPdf } from "../verify/verify_sealed_pdf.ts";
import { certifiedBytes } from "./certification_signature.ts";
import { describeDocument, type SealedFacts } from "./document_metadata.ts";
import { requestTimeStamp, TimeStampFailed } from "./request_time_stamp.ts";
import { signCms } from "./sign_cms.ts";
import type { Signer } from "./signing_certificate/signing_certificate.ts";

/** The claims and the keys of a seal. */
export interface SealSettings {
  readonly signer: Signer;
  /** The reason that PDF readers show. */
  readonly reason: string;
  /** The location that PDF readers show: the URL of the service. */
  readonly location: string;
  /** The claimed signing time, in epoch milliseconds. */
  readonly at: number;
  /** The URL of the time-stamping authority that confirms the time, if any. */
  readonly tsaUrl: string | undefined;
  /** Further metadata of the document. */
  readonly facts: Omit<SealedFacts, "at">;
  /** A file to attach to the document. */
  readonly attachment?: { readonly name: string; readonly content: string };
}

/** The result of sealing. */
export type Sealing =
  | {
      readonly kind: "sealed";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly sha256: string;
      readonly pageCount: number;
      readonly level: Seal["level"];
      /** The time of the time stamp in epoch milliseconds, and its authority. */
      readonly timestamp: { readonly at: number; readonly authority: string } | null;
    }
  /** The time-stamping authority failed. */
  | { readonly kind: "delayed"; readonly message: string };

/**
 * Seals a document with a certification signature that covers the whole file and permits no changes, and
 * verifies the result. With the same RSA key and time, and without a time stamp, the bytes are deterministic.
 */
export async function signPdf(pdf: Uint8Array, settings: SealSettings): Promise<Sealing> {
  const { signer, attachment, reason, location, tsaUrl, facts } = settings;
  const document = await withoutSignatures(pdf);
  if (document.isEncrypted) throw new Error("An encrypted document cannot be sealed");
  nameFile(document, pdf);
  const pageCount = document.getPageCount();
  const signedAt = new Date(settings.at);
  if (attachment !== undefined) {
    const content = new TextEncoder().encode(attachment.content);
    const attachmentMetadata = {
      description: "Audit trail",
      createdAt: signedAt,
      modifiedAt: signedAt,
    };
    document.addAttachment(attachment.name, content, attachmentMetadata);
  }
  describeDocument(document, { ...facts, at: signedAt });
  const claims = { reason, location, at: signedAt };
  const unsignedDocument = await certifiedBytes(
    document,
    claims,
    signatureCapacity(signer, tsaUrl),
  );
  try {
    const stampTime =
      tsaUrl === undefined ? undefined : (digest: Uint8Array) => requestTimeStamp(tsaUrl, digest);
    unsignedDocument.write(await signCms(unsignedDocument.coveredBytes, signer, stampTime));
  } catch (error) {
    if (error instanceof TimeStampFailed) return { kind: "delayed", message: error.message };
    throw error;
  }
  return { ...verifySeal(unsignedDocument.bytes, signer), pageCount };
}

/** Sets the file ID. LibPDF would add a random one. */
function nameFile({ context }: PDF, pdf: Uint8Array): void {
  const { trailer } = context.info;
  if (trailer.has("ID")) return;
  const id = new Uint8Array(createHash("sha256").update(pdf).digest().subarray(0, 16));
  trailer.set("ID", new PdfArray([PdfString.fromBytes(id), PdfString.fromBytes(id)]));
}

/** Throws unless PDF readers will accept the document. */
function verifySeal(bytes: Uint8Array<ArrayBuffer>, { certificate }: Signer) {
  const verification = verifySealedPdf(bytes);
  if (!verification.intact)
    throw new Error(`The seal is invalid: ${verification.problems.join("; ")}`);
  const { seal, sha256 } = verification;
  const { level } = seal;
  if (level !== "PAdES B-B" && level !== "PAdES B-T")
    throw new Error(`The seal has the level ${level}`);
  if (!seal.certified) throw new Error("The seal does not certify the document");
  if (seal.fingerprint !== createHash("sha256").update(certificate).digest("hex"))
    throw new Error("The seal has another certificate than ours");
  return {
    kind: "sealed" as const,
    bytes,
    sha256,
    level,
    timestamp:
      seal.timeStamp === null
        ? null
        : { at: seal.timeStamp.at.getTime(), authority: seal.timeStamp.authority },
  };
}

/** The space for the signature in bytes: the certificates, and the time stamp with its certificates. */
function signatureCapacity({ certificate, chain }: Signer, tsaUrl: string | undefined): number {
  const certificates = chain.reduce((sum, { length }) => sum + length, certificate.length);
  return 4096 + certificates + (tsaUrl === undefined ? 0 : 20_480);
}

/**
 * Opens a document without its earlier signatures: stamping broke them, and PDF readers would report the
 * whole document as broken. Their fields are removed too, so that nothing can be signed there later.
 */
export async function withoutSignatures(pdf: Uint8Array): Promise<PDF> {
  const document = await PDF.load(pdf);
  const form = document.getForm();
  const fields = form?.getSignatureFields() ?? [];
  // Permissions and validation data belong to those signatures.
  const catalog = document.getCatalog();
  for (const key of ["Perms", "DSS"]) catalog.delete(key);
  const isSigned = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes("/ByteRange");
  if (fields.length === 0 && !isSigned) return document;
  for (const field of fields) form?.removeField(field);
  // Saved and reloaded, because unreferenced objects would stay in the file.
  return PDF.load(await document.save({ useXRefStream: true }));
}
