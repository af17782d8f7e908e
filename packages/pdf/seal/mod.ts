import { Layer } from "effect";

import { sealingThreads } from "../threads/one_shot_threads.ts";
import { pdfSealerLibpdf, type PdfSealerOptions } from "./pdf_sealer_libpdf.ts";

export { signatureFontsBundled as signatureFonts } from "../signature_fonts/signature_fonts_bundled.ts";
export { NoSealingIdentity } from "../identity/sealing_identity.ts";
export type { PdfSealerOptions } from "./pdf_sealer_libpdf.ts";

/** Stamps and seals documents, on threads of their own. */
export const pdfSealer = (options: PdfSealerOptions) =>
  Layer.provide(pdfSealerLibpdf(options), sealingThreads);
