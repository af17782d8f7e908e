import type { LayoutSource } from "@paraph/core/layouts";
import type { InputData } from "@paraph/core/manifests";

import { compileLayout } from "../../../renders/_adapters/compile/mod.ts";
import { drawDocument } from "../../../renders/_adapters/draw_document.ts";
import { printable } from "./printable.ts";
import { type Sealing, type SealSettings, signPdf } from "./sign_pdf.ts";

/** A certificate to be drawn and sealed. */
export interface CertifyJob {
  readonly source: LayoutSource;
  readonly data: InputData;
  readonly settings: SealSettings;
}

/** Draws a certificate, attaches its evidence and seals it. */
export async function certifyRequest({ source, data, settings }: CertifyJob): Promise<Sealing> {
  const { bytes } = await drawDocument(await compileLayout(source), printable(data), new Map());
  return signPdf(bytes, settings);
}
