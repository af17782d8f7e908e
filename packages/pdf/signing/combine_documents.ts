import type { DocumentsToCombine } from "@paraph/core/builtin_provider";
import { MergedPdf } from "@paraph/core/renders";

import { mergedPart } from "../merge/merged_part.ts";
import { type Sealing, type SealSettings, signPdf, withoutSignatures } from "./sign_pdf.ts";

/** A signed document and its certificate to combine. */
export interface CombineJob extends Pick<DocumentsToCombine, "name" | "signed" | "certificate"> {
  readonly settings: Omit<SealSettings, "attachment">;
}

/**
 * Writes a signed document and its certificate to one PDF with bookmarks and the attached files of both, and
 * seals it.
 */
export async function combineDocuments(job: CombineJob): Promise<Sealing> {
  const signed = await withoutSignatures(job.signed);
  const certificate = await withoutSignatures(job.certificate);
  // Senders choose the names of files in the document. The audit trail is the one of the certificate.
  const taken = [...certificate.getAttachments().keys()];
  const merged = new MergedPdf();
  const pieces = [merged.start()];
  for (const [title, document, files] of [
    [job.name, signed, { taken }],
    [certificate.getTitle() ?? "Certificate", certificate, { taken: [] }],
  ] as const) {
    if (document.isEncrypted) throw new Error("An encrypted document cannot be combined");
    const pdf = await document.save();
    const part = await mergedPart({ pdf, files, ...merged.numbers() });
    pieces.push(merged.append(title, part));
  }
  pieces.push(merged.finish());
  return signPdf(new Uint8Array(Buffer.concat(pieces)), job.settings);
}
