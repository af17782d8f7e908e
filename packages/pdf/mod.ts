/**
 * Paraph's PDF engine. {@linkcode renderPdf} renders a template with data. The layers are for programs that
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
export * from "./fonts/local_fonts.ts";
export { documentReader } from "./extract/document_reader.ts";
export { pdfRenderer, type PdfRendererOptions } from "./pdf_renderer.ts";
export * from "./render_pdf.ts";
export { pdfSealer, type PdfSealerOptions } from "./signing/pdf_sealer.ts";
export { signatureImages } from "./signing/signature_images.ts";
export { documentVerifier } from "./verify/document_verifier.ts";
export { signatureFonts } from "./fonts/signature_fonts.ts";
export { SigningCertificateUnavailable } from "./signing/signing_certificate/signing_certificate.ts";
