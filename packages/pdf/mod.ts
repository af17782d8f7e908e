/**
 * Paraph's PDF engine. {@linkcode renderPdf} renders a template with data; the layers are for programs that
 * compose Paraph's services.
 *
 * ```ts
 * import { renderPdf } from "@paraph/pdf";
 *
 * const name = { key: "name", label: "Name", dataType: "text", required: true };
 * const template = { name: "Badge", manifest: { variables: [name], loops: [] } };
 * const { bytes } = await renderPdf(template, { name: "Ada Lovelace" });
 * ```
 *
 * @module
 */
export { documentReader } from "./extract/document_reader_libpdf.ts";
export * from "./pdf_renderer.ts";
export * from "./render_pdf.ts";
export * from "./seal/mod.ts";
export { makeTemplateRenderer } from "./template_renderer.ts";
