/**
 * Tells whether PDFs are untouched since they were sealed, by whom and when. Needs nothing but the file.
 *
 * @module
 */
export * from "./verify_file.ts";
export * from "./verify_sealed_pdf.ts";
