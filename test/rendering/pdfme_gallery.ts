/** What the comparison of pdfme's public templates tolerates. */

const CODE = [
  "schemas.0.9.content",
  "schemas.0.10.content",
  "schemas.0.12.content",
  "basePdf.staticSchema.1.content",
];

/** Templates with JavaScript in their texts, and the paths of the texts. */
export const WITH_CODE: Readonly<Record<string, ReadonlyArray<string>>> = {
  invoice: CODE,
  quotes: CODE,
};

/** The share of the dark pixels of a template that can differ, where Paraph has a better rule. */
export interface Difference {
  readonly most: number;
  readonly reason: string;
}

const quietZone = (most: number): Difference => ({
  most,
  reason: "QR codes have the quiet zone of their standard",
});
const FONTS = "Letters of a handwriting join, and sizes of fitted texts are finer";
const BOLD = "Bold and italic text has a bold and italic font";
const GROWTH = "Texts that grow are as high as their lines";
const CODE_TEXT = "Bars and text of Code 128 are in their box";

export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "certificate-black": { most: 0.3, reason: FONTS },
  "inline-markdown-mvt": { most: 0.2, reason: BOLD },
  "invoice-ja-simple-landscape": { most: 0.06, reason: FONTS },
  "jsx-invoice": { most: 0.25, reason: GROWTH },
  "location-arrow": { most: 0.2, reason: CODE_TEXT },
  "location-number": { most: 0.15, reason: CODE_TEXT },
  "md2pdf-article": { most: 0.15, reason: GROWTH },
  "md2pdf-japanese-report": { most: 0.8, reason: GROWTH },
  "new-sale-quotation": { most: 0.04, reason: FONTS },
  pedigree: quietZone(0.15),
  "qr-lines": quietZone(0.5),
  "qr-title": quietZone(0.9),
  "z-fold-brochure": quietZone(0.05),
};

/** Anti-aliasing, and characters of other fonts. */
export const USUAL_DIFFERENCE = 0.02;

/**
 * Templates whose text readers find otherwise: the digits of bar codes are text and no picture, bold text is not
 * drawn twice, and the backticks of code stay.
 */
export const OTHER_TEXT: ReadonlySet<string> = new Set([
  "inline-markdown-mvt",
  "jsx-invoice",
  "location-arrow",
  "location-number",
  "md2pdf-overview",
]);
