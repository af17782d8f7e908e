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

/**
 * `inline` under a name that any script can be written in (RFC 6266).
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

/** The same for what is to be saved. */
export function attachmentAs(filename: string): string {
  return disposition("attachment", filename);
}

function disposition(type: "inline" | "attachment", filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(/['()*]/g, percent);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
