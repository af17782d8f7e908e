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
