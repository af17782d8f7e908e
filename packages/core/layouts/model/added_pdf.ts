import { Predicate, Schema } from "effect";

import { parseDataUri } from "./data_uri.ts";
import { commonSettings } from "./fields/common_settings.ts";
import { setting } from "./fields/field_style.ts";

const PdfUri = Schema.String.annotate({
  description: "A PDF as data:application/pdf;base64,…, or file:… in a folder.",
});

/** A PDF whose pages are added to documents, always or by condition. */
export const AddedPdf = Schema.Union([
  PdfUri,
  Schema.Struct({
    pdf: PdfUri.annotateKey({
      description: "The PDF as data:application/pdf;base64,…, or file:… in a folder.",
    }),
    when: commonSettings.when.annotateKey({
      description: "A key that must have a value, or an expression that must be true.",
    }),
    unless: commonSettings.unless.annotateKey({
      description: "A key that must have no value, or an expression that must be false.",
    }),
  }),
]);
export type AddedPdf = typeof AddedPdf.Type;

/** The maximum number of PDFs in front of the drawn pages, and behind them. */
const MAX_PDFS = 20;

const AddedPdfs = Schema.Array(AddedPdf).check(Schema.isMaxLength(MAX_PDFS));

/** The PDFs that a layout adds to its documents. */
export const AddedPdfSettings = Schema.Struct({
  prepend: setting(AddedPdfs, "PDFs in front of the drawn pages, such as a cover."),
  append: setting(AddedPdfs, "PDFs behind the drawn pages, such as terms and conditions."),
  pageNumbers: setting(
    Schema.Literals(["document", "drawn"]),
    "Whether page numbers count all pages of the document (default), or only those that are drawn.",
  ),
});
export type AddedPdfSettings = typeof AddedPdfSettings.Type;

/** A PDF of a layout, with its path. */
export interface PlacedPdf {
  readonly path: string;
  readonly place: "prepend" | "append";
  /** The path of its data. */
  readonly filePath: string;
  /** Undefined if it is no `data:` URI of a PDF. */
  readonly bytes: Uint8Array | undefined;
  readonly when: string | null;
  readonly unless: string | null;
  /** The settings that no PDF has. A condition with a wrong name would never hold back its PDF. */
  readonly unknown: ReadonlyArray<string>;
}

/** The settings of a PDF with a condition. */
export const ADDED_PDF_KEYS = ["pdf", "when", "unless"] as const;

const isKnown = Schema.is(Schema.Literals(ADDED_PDF_KEYS));

/**
 * The PDFs that a layout adds to its documents, in the order of their pages, without those beyond the maximum.
 *
 * @param layout A layout that may have problems.
 */
export function addedPdfs(layout: Readonly<Record<string, unknown>>): ReadonlyArray<PlacedPdf> {
  return (["prepend", "append"] as const).flatMap((place) => {
    const list = layout[place];
    return Array.isArray(list)
      ? list.slice(0, MAX_PDFS).map((item: unknown, index) => placedPdf(item, place, index))
      : [];
  });
}

function placedPdf(item: unknown, place: PlacedPdf["place"], index: number): PlacedPdf {
  const path = `layout.${place}.${index}`;
  const { pdf, when, unless } = Predicate.isObject(item)
    ? item
    : { pdf: item, when: undefined, unless: undefined };
  const file = typeof pdf === "string" ? parseDataUri(pdf) : undefined;
  return {
    path,
    place,
    filePath: typeof item === "string" ? path : `${path}.pdf`,
    bytes: file?.mediaType === "application/pdf" ? file.bytes : undefined,
    when: typeof when === "string" ? when : null,
    unless: typeof unless === "string" ? unless : null,
    unknown: Predicate.isObject(item) ? Object.keys(item).filter((key) => !isKnown(key)) : [],
  };
}
