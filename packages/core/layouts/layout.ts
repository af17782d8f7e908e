import { Schema } from "effect";

import { parseDataUri } from "./data_uri.ts";

/** One thing on a page, as pdfme describes it: a name, a type, a box in millimetres, and its type's own settings. */
export const Field = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "LayoutField",
});
export type Field = typeof Field.Type;

/** A canvas document as a client sends it; `checkLayout` tells whether it can be drawn (contract, Layout). */
export const Layout = Schema.Record(Schema.String, Schema.Json).annotate({ identifier: "Layout" });
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
