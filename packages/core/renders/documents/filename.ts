/** The maximum length of a file name with its extension. */
const MAX_LENGTH = 255;

/**
 * The file name of a document: the requested name, the template's slug or `document`, with the extension
 * `.pdf`, and without path separators and control characters.
 *
 * @example Path separators are replaced
 * ```ts
 * import { pdfFilename } from "@paraph/core/renders";
 * import assert from "node:assert/strict";
 *
 * assert.equal(pdfFilename("2026/invoice 7", "invoice"), "2026_invoice 7.pdf");
 * assert.equal(pdfFilename(null, "invoice"), "invoice.pdf");
 * ```
 */
export function pdfFilename(requestedName: string | null, slug: string | null): string {
  const clean = (requestedName ?? "")
    // oxlint-disable-next-line no-control-regex -- exactly these must not reach a header
    .replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|]+/g, "_")
    .replace(/\.pdf$/i, "")
    .replaceAll(/^[\s.]+|[\s.]+$/g, "");
  // Truncates between characters, not within surrogate pairs.
  const stem = Array.from(clean || (slug ?? "document")).slice(0, MAX_LENGTH - 4);
  return `${stem.join("")}.pdf`;
}

/**
 * The header `Content-Disposition: inline` with a file name in any script (RFC 6266).
 *
 * @example A name that is not ASCII
 * ```ts
 * import { inlineAs } from "@paraph/core/renders";
 * import assert from "node:assert/strict";
 *
 * assert.equal(inlineAs("Größe.pdf"), `inline; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`);
 * ```
 */
export function inlineAs(filename: string): string {
  return disposition("inline", filename);
}

/** Like `inlineAs`, for downloads. */
export function attachmentAs(filename: string): string {
  return disposition("attachment", filename);
}

function disposition(type: "inline" | "attachment", filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  const encodedName = encodeURIComponent(filename.toWellFormed()).replaceAll(/['()*]/g, percent);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encodedName}`;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
