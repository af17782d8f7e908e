import type { ArchiveStandard } from "@paraph/core/layouts";

import type { PdfFile } from "../pdf_file.ts";
import type { AttachedInvoice } from "./attached_invoice.ts";
import { srgbProfile } from "./srgb_profile.ts";

/** What a document promises beyond its pages. */
export interface Archive {
  readonly standard: ArchiveStandard;
  readonly invoice?: AttachedInvoice | undefined;
}

/** Writes the objects of an archivable document. Returns the entries of its catalog. */
export function addArchive(file: PdfFile): string {
  const profile = file.addDeflated("/N 3", srgbProfile());
  return (
    `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)` +
    `/Info(sRGB IEC 61966-2-1)/DestOutputProfile ${profile}>>]`
  );
}
