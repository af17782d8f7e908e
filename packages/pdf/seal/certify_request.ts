import { adoptedDrawing } from "../certificate/adopted_drawing.ts";
import type { FinishedBoard } from "../certificate/drawing_board.ts";
import { compileLayout } from "../compile/mod.ts";
import { drawDocument } from "../draw_document.ts";
import { printable } from "./printable.ts";
import { type Sealing, type SealSettings, signPdf } from "./sign_pdf.ts";

/** A certificate to be drawn and sealed. */
export interface CertifyJob extends FinishedBoard {
  readonly settings: SealSettings;
}

/** Draws a certificate, attaches its evidence and seals it. */
export async function certifyRequest(job: CertifyJob): Promise<Sealing> {
  const { values, loops } = printable(job.data);
  const drawings = job.signatures.flatMap(({ key, adopted, aspect }) => {
    const svg = adoptedDrawing(adopted, aspect);
    return svg === undefined ? [] : [[key, svg] as const];
  });
  const data = { loops, values: { ...values, ...Object.fromEntries(drawings) } };
  const { bytes } = await drawDocument(await compileLayout(job.source), data, new Map());
  return signPdf(bytes, job.settings);
}
