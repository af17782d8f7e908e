import type { DocumentsToCombine } from "@paraph/core/builtin_provider";
import { MergedPdf } from "@paraph/core/renders";

import { mergedPart } from "../merge/merged_part.ts";
import { type Sealing, type SealSettings, signPdf, withoutSignatures } from "./sign_pdf.ts";

/** A signed document and its certificate to combine. */
export interface CombineJob extends Pick<DocumentsToCombine, "name" | "signed" | "certificate"> {
  readonly settings: Omit<SealSettings, "attachment">;
}

const AUDIT_FILE = "audit.json";

/** Writes a signed document and its certificate to one PDF with bookmarks, and seals it. */
export async function combineDocuments(job: CombineJob): Promise<Sealing> {
  const signed = await withoutSignatures(job.signed);
  const certificate = await withoutSignatures(job.certificate);
  const merged = new MergedPdf();
  const pieces = [merged.start()];
  for (const [title, document] of [
    [job.name, signed],
    [certificate.getTitle() ?? "Certificate", certificate],
  ] as const) {
    if (document.isEncrypted) throw new Error("An encrypted document cannot be combined");
    const pdf = await document.save();
    pieces.push(merged.append(title, await mergedPart({ pdf, ...merged.numbers() })));
  }
  pieces.push(merged.finish());
  const audit = certificate.attachments.get(AUDIT_FILE);
  return signPdf(new Uint8Array(Buffer.concat(pieces)), {
    ...job.settings,
    ...(audit === null
      ? {}
      : { attachment: { name: AUDIT_FILE, content: new TextDecoder().decode(audit) } }),
  });
}
