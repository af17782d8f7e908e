import { Schema } from "effect";

/** One thing on a page, as pdfme describes it: a name, a type, a box in millimetres, and its type's own settings. */
export const Field = Schema.Record(Schema.String, Schema.Json).annotate({ identifier: "LayoutField" });
export type Field = typeof Field.Type;

/** A canvas document as a client sends it; `checkLayout` tells whether it can be drawn (contract, Layout). */
export const Layout = Schema.Record(Schema.String, Schema.Json).annotate({ identifier: "Layout" });
export type Layout = typeof Layout.Type;

/** `pdf-overlay` draws on an existing PDF, `document` on blank pages. */
export const TemplateType = Schema.Literals(["document", "pdf-overlay"]);
export type TemplateType = typeof TemplateType.Type;
