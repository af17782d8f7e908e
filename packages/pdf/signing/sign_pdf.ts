import { createHash } from "node:crypto";

import { PDF, PdfArray, PdfString } from "@libpdf/core";
import type { Seal } from "@paraph/core/builtin_provider";

import { verifySealedPdf } from "../verify/verify_sealed_pdf.ts";
import { certifiedBytes } from "./certification_signature.ts";
import { describeDocument, type SealedFacts } from "./document_metadata.ts";
import { requestTimeStamp, TimeStampFailed } from "./request_time_stamp.ts";
import { signCms } from "./sign_cms.ts";
import type { Signer } from "./signing_certificate/signing_certificate.ts";

/** How a document is sealed. */
export interface SealSettings {
  readonly signer: Signer;
  /** Why, as PDF readers show it. */
  readonly reason: string;
  /** Where, as PDF readers show it: the address of the service. */
  readonly location: string;
  /** The moment the seal claims, in milliseconds. */
  readonly at: number;
  /** A time-stamping authority that has to confirm it, if any. */
  readonly tsaUrl: string | undefined;
  /** Further metadata of the document. */
  readonly facts: Omit<SealedFacts, "at">;
  /** A file that goes with the document. */
  readonly attachment?: { readonly name: string; readonly content: string };
}

/** What came of sealing. */
export type Sealing =
  | {
      readonly kind: "sealed";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly sha256: string;
      readonly pageCount: number;
      readonly level: Seal["level"];
      /** What the time-stamping authority said, in milliseconds. */
      readonly timestamp: number | null;
    }
  /** The time-stamping authority did not do its part. */
  | { readonly kind: "delayed"; readonly message: string };

/**
 * Seals a document once, with a certification signature that covers everything in it and permits no
 * changes. The result was verified. The same document sealed again by the same RSA key at the same time
 * is the same to the byte, unless times are stamped.
 */
export async function signPdf(pdf: Uint8Array, settings: SealSettings): Promise<Sealing> {
  const { signer, attachment, reason, location, tsaUrl, facts } = settings;
  const document = await withoutSignatures(pdf);
  if (document.isEncrypted) throw new Error("An encrypted document cannot be sealed");
  nameFile(document, pdf);
  const pageCount = document.getPageCount();
  const at = new Date(settings.at);
  if (attachment !== undefined) {
    const content = new TextEncoder().encode(attachment.content);
    const described = { description: "Audit trail", createdAt: at, modifiedAt: at };
    document.addAttachment(attachment.name, content, described);
  }
  describeDocument(document, { ...facts, at });
  const claims = { reason, location, at };
  const unsigned = await certifiedBytes(document, claims, roomFor(signer, tsaUrl));
  try {
    const stampTime =
      tsaUrl === undefined ? undefined : (digest: Uint8Array) => requestTimeStamp(tsaUrl, digest);
    unsigned.write(await signCms(unsigned.covered, signer, stampTime));
  } catch (error) {
    if (error instanceof TimeStampFailed) return { kind: "delayed", message: error.message };
    throw error;
  }
  return { ...verified(unsigned.bytes, signer), pageCount };
}

/** A file that has no name of its own would be given a random one. */
function nameFile({ context }: PDF, pdf: Uint8Array): void {
  const { trailer } = context.info;
  if (trailer.has("ID")) return;
  const id = new Uint8Array(createHash("sha256").update(pdf).digest().subarray(0, 16));
  trailer.set("ID", new PdfArray([PdfString.fromBytes(id), PdfString.fromBytes(id)]));
}

/** Refuses to release a document that a reader would call broken. */
function verified(bytes: Uint8Array<ArrayBuffer>, { certificate }: Signer) {
  const verification = verifySealedPdf(bytes);
  if (!verification.intact)
    throw new Error(`What was sealed does not hold: ${verification.problems.join("; ")}`);
  const { seal, sha256 } = verification;
  const { level } = seal;
  if (level !== "PAdES B-B" && level !== "PAdES B-T")
    throw new Error(`What was sealed is sealed as ${level}`);
  if (!seal.certified) throw new Error("What was sealed is not certified");
  if (seal.fingerprint !== createHash("sha256").update(certificate).digest("hex"))
    throw new Error("What was sealed is not sealed by us");
  return {
    kind: "sealed" as const,
    bytes,
    sha256,
    level,
    timestamp: seal.timeStamp?.at.getTime() ?? null,
  };
}

/** Room for the signature: the certificates, and what a time stamp brings with it. */
function roomFor({ certificate, chain }: Signer, tsaUrl: string | undefined): number {
  const certificates = chain.reduce((sum, { length }) => sum + length, certificate.length);
  return 4096 + certificates + (tsaUrl === undefined ? 0 : 20_480);
}

/**
 * Opens a document without the signatures that it brings along: drawing on it has broken them, and a
 * reader would say so of the whole document. Their fields go too, so that nobody signs there later.
 */
async function withoutSignatures(pdf: Uint8Array): Promise<PDF> {
  const document = await PDF.load(pdf);
  const form = document.getForm();
  const fields = form?.getSignatureFields() ?? [];
  // Permissions and validation data belong to those signatures.
  const catalog = document.getCatalog();
  for (const key of ["Perms", "DSS"]) catalog.delete(key);
  const isSigned = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes("/ByteRange");
  if (fields.length === 0 && !isSigned) return document;
  for (const field of fields) form?.removeField(field);
  // Written anew, because what is no longer referred to would stay in the file.
  return PDF.load(await document.save({ useXRefStream: true }));
}
