/**
 * Verifies that PDFs are unchanged since they were sealed, and whether their signer is trusted.
 *
 * @module
 */
export * from "./trust.ts";
export * from "./trust_anchors.ts";
export * from "./certificates.ts";
export * from "./seal_problems.ts";
export * from "./verify_file.ts";
export * from "./verify_sealed_pdf.ts";
