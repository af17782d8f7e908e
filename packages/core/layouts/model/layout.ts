import { Schema } from "effect";

import { parseDataUri } from "./data_uri.ts";

/** A field of a page in pdfme's format: a name, a type, a box in millimetres, and settings of the type. */
export const Field = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "LayoutField",
  description: "A field of a page: a name, a type, a box in millimetres, and settings of the type.",
});
export type Field = typeof Field.Type;

const DESCRIPTION = `A pdfme template: \`{ basePdf, schemas: Field[][] }\` in millimetres from the top left. \
\`basePdf\` is \`{ width, height, padding, staticSchema? }\`, or a PDF as \`data:application/pdf;base64,…\` to draw on.

A field whose \`name\` is a key of the manifest shows data (\`key#2\` binds the key again); text may contain \
\`{key}\`, \`{key|format}\` and \`{= expression }\`. \`when\` and \`unless\` are a key that must, or must not, have a \
value, or an expression; a hidden field leaves no gap. A field that grows pushes the fields below it down, onto new pages if necessary. \
\`pageBreakBefore\` starts a new page, \`keepWithNext\` keeps a field on the page of the field below it, \
\`keepTogether\` keeps a field on one page.

\`language\` (such as \`de-CH\`), \`kerning\`, \`hyphenate\`, \`smartQuotes\`, \`cjkSpacing\`, \`opticalMargins\` and \`missingGlyph\` (\`box\` or \`fail\`) apply to the whole \
layout. \`title\`, \`author\`, \`subject\` and the list \`keywords\` are texts with placeholders, for the properties of the PDF. \`attachments\` are text files in the PDF: \`{ name, content, mediaType?, description?, relationship? }\`, also with placeholders. \`pages\` sets the size, the padding and \`staticSchema\` of single pages of \`schemas\`, by position. The lists \`prepend\` and \`append\` add PDFs before and after the drawn pages; \`pageNumbers: "drawn"\` does not count them. \`standard\` is \`pdf/a-2b\`, \`pdf/a-2u\`, \`pdf/a-3b\`, \`pdf/a-3u\` or \`pdf/ua-1\`, or a list of a PDF/A and \`pdf/ua-1\`. \`tagged: false\` leaves out the tags. A field has \`language\`, \`kerning\`, \`hyphenate\`, \`fontFeatures\` (such as \`["tnum"]\`), \
\`firstLineIndent\`, \`paragraphSpacing\`, \`wordSpacing\` and \`letterSpacing\` too. \`tabStops: [{ position, alignment?, leader? }]\` are the places of tabs. \`heading\` (1 to 6) makes a text a heading; \`alt\` describes \
a picture, and \`decorative\` says that it means nothing.

A \`table\` named after a loop prints its rows: \`columns\` picks item fields. \`columnStyles.alignment\` and \
\`columnStyles.format\` set a column by its position. \`totals: { label?, columns: { amount: "sum" }, styles? }\` adds \
numbers exactly below the last row.

A \`section\` has \`fields\`, with positions from its top left. Named after a loop, it repeats for each row, which its \
fields name by the path of the loop: \`customers.name\`, and \`customers.orders\` for a table or section of a nested \
loop. \`gap\`, \`pageBreakBetween\` and \`grid: { columns, rows?, gapX?, gapY? }\` place the rows.`;

/** An unchecked layout; `checkLayout` finds its problems (contract, Layout). */
export const Layout = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "Layout",
  description: DESCRIPTION,
});
export type Layout = typeof Layout.Type;

/** A `pdf-overlay` adds fields to an existing PDF; a `document` has blank pages. */
export const TemplateType = Schema.Literals(["document", "pdf-overlay"]);
export type TemplateType = typeof TemplateType.Type;

/** The type of a layout's template: a base in text form is a PDF. */
export function templateTypeOf(layout: Layout): TemplateType {
  return typeof layout["basePdf"] === "string" ? "pdf-overlay" : "document";
}

/** The base PDF of an overlay; `undefined` for a document, or if the base is no `data:` URI of a PDF. */
export function overlayBase(layout: Layout): Uint8Array | undefined {
  const base = layout["basePdf"];
  const file = typeof base === "string" ? parseDataUri(base) : undefined;
  return file?.mediaType === "application/pdf" ? file.bytes : undefined;
}
