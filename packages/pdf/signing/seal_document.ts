import type { Mark } from "@paraph/core/builtin_provider";

import { stampMarks } from "./marks/stamp_marks.ts";
import { type Sealing, type SealSettings, signPdf } from "./sign_pdf.ts";

/** A document to stamp and seal. */
export interface SealJob {
  readonly pdf: Uint8Array;
  readonly marks: ReadonlyArray<Mark>;
  readonly settings: SealSettings;
}

/** Stamps marks on a document and seals it. */
export async function sealDocument({ pdf, marks, settings }: SealJob): Promise<Sealing> {
  return signPdf(marks.length === 0 ? pdf : await stampMarks(pdf, marks), settings);
}
