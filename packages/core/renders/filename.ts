/** How long a file name may get, extension included. */
const MAX_LENGTH = 255;

/**
 * The name a browser saves a document under: what the caller asked for or the template's slug,
 * always ending in `.pdf`, never with a path or a control character in it.
 *
 * @example A path is no part of a name
 * ```ts
 * import { pdfFilename } from "@paraph/core/renders";
 * import assert from "node:assert/strict";
 *
 * assert.equal(pdfFilename("2026/invoice 7", "invoice"), "2026_invoice 7.pdf");
 * assert.equal(pdfFilename(null, "invoice"), "invoice.pdf");
 * ```
 */
export function pdfFilename(asked: string | null, slug: string): string {
  const clean = (asked ?? "")
    // oxlint-disable-next-line no-control-regex -- exactly these must not reach a header
    .replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|]+/g, "_")
    .replace(/\.pdf$/i, "")
    .replaceAll(/^[\s.]+|[\s.]+$/g, "");
  // Cut between characters, never within one.
  const stem = Array.from(clean || slug).slice(0, MAX_LENGTH - 4);
  return `${stem.join("")}.pdf`;
}
