/**
 * Tells whether PDFs are unchanged since they were sealed, by whom, and whether that signer is trusted.
 *
 * @module
 */
export * from "./trust.ts";
export * from "./certificates.ts";
export * from "./trust.ts";
export * from "./verify_file.ts";
export * from "./verify_file.ts";
export * from "./verify_sealed_pdf.ts";
