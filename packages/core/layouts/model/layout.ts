import { Schema } from "effect";

import { parseDataUri } from "./data_uri.ts";

/** One thing on a page, as pdfme describes it: a name, a type, a box in millimetres, and its type's own settings. */
export const Field = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "LayoutField",
});
export type Field = typeof Field.Type;

const DESCRIPTION = `A pdfme template: \`{ basePdf, schemas: Field[][] }\` in millimetres from the top left. \
\`basePdf\` is \`{ width, height, padding, staticSchema? }\`, or a PDF as \`data:application/pdf;base64,…\` to draw on.

A field whose \`name\` is a key of the manifest is filled from the data (\`key#2\` binds it again); text may hold \
\`{key}\` and \`{key|format}\`. \`when\` and \`unless\` name a key that must, or must not, have a value: what is not \
drawn closes up. What grows pushes down what stands below it, over as many pages as it needs. \`pageBreakBefore\` \
starts a new page, \`keepWithNext\` keeps a field on the page of what stands below it.

A \`table\` named after a loop prints its rows: \`columns\` picks item fields, \`columnStyles.alignment\` and \
\`columnStyles.format\` set a column by its position, \`totals: { label?, columns: { amount: "sum" }, styles? }\` adds \
up figures exactly beneath the last row.`;

/** A canvas document as a client sends it; `checkLayout` tells whether it can be drawn (contract, Layout). */
export const Layout = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "Layout",
  description: DESCRIPTION,
});
export type Layout = typeof Layout.Type;

/** `pdf-overlay` draws on an existing PDF, `document` on blank pages. */
export const TemplateType = Schema.Literals(["document", "pdf-overlay"]);
export type TemplateType = typeof TemplateType.Type;

/** Which kind of template a layout makes: one whose base is text carries a PDF. */
export function templateTypeOf(layout: Layout): TemplateType {
  return typeof layout["basePdf"] === "string" ? "pdf-overlay" : "document";
}

/** The PDF an overlay draws on; undefined for a document, and for what is no PDF in a `data:` URI. */
export function overlayBase(layout: Layout): Uint8Array | undefined {
  const base = layout["basePdf"];
  const file = typeof base === "string" ? parseDataUri(base) : undefined;
  return file?.mediaType === "application/pdf" ? file.bytes : undefined;
}
