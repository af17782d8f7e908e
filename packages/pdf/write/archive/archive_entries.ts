import type { ArchiveStandard } from "@paraph/core/layouts";

import type { PdfFile, Ref } from "../pdf_file.ts";
import type { AttachedInvoice } from "./attached_invoice.ts";
import { srgbProfile } from "./srgb_profile.ts";

/** What a document promises beyond its pages. */
export interface Archive {
  readonly standard: ArchiveStandard;
  readonly invoice?: AttachedInvoice | undefined;
}

/**
 * Writes the objects of an archivable document. Returns the entries of its catalog.
 *
 * @param names The entries of the names that the document has already.
 */
export function addArchive(file: PdfFile, { invoice }: Archive, time: string, names = ""): string {
  const profile = file.addDeflated("/N 3", srgbProfile());
  const intent =
    `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)` +
    `/Info(sRGB IEC 61966-2-1)/DestOutputProfile ${profile}>>]`;
  if (invoice === undefined) return names === "" ? intent : `${intent}/Names<<${names}>>`;
  return intent + attach(file, invoice, time, names);
}

/** Attaches an invoice to the document as a whole. */
function attach(
  file: PdfFile,
  { name, xml }: AttachedInvoice,
  time: string,
  names: string,
): string {
  const bytes = Buffer.from(xml, "utf8");
  const embedded = file.addDeflated(
    `/Type/EmbeddedFile/Subtype/text#2Fxml/Params<</ModDate(${time})/Size ${bytes.length}>>`,
    bytes,
  );
  const filespec: Ref = file.add(
    `<</Type/Filespec/F(${name})/UF(${name})/AFRelationship/Alternative` +
      `/Desc(The invoice as XML)/EF<</F ${embedded}/UF ${embedded}>>>>`,
  );
  return `/AF[${filespec}]/Names<<${names}/EmbeddedFiles<</Names[(${name}) ${filespec}]>>>>`;
}
