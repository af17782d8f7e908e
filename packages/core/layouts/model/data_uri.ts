import { Base64 } from "effect/encoding";
// Not from "effect": render threads load this file, and would load all of `effect` with it.
import * as Result from "effect/Result";

/** A file in a `data:` URI: its declared media type and its bytes. */
export interface DataUri {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const HEAD = /^data:([a-z]{1,40}\/[a-z0-9.+-]{1,80});base64,/;

/**
 * Parses a `data:` URI in base64; `undefined` if it is not one.
 *
 * @example A file of three bytes
 * ```ts
 * import { parseDataUri } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseDataUri("data:image/png;base64,AQID"), {
 *   mediaType: "image/png",
 *   bytes: new Uint8Array([1, 2, 3]),
 * });
 * assert.equal(parseDataUri("https://example.com/logo.png"), undefined);
 * ```
 */
export function parseDataUri(text: string): DataUri | undefined {
  const head = HEAD.exec(text);
  if (head === null) return undefined;
  const bytes = Base64.decode(text.slice(head[0].length).replace(/\s+/g, ""));
  return Result.isSuccess(bytes) ? { mediaType: head[1] ?? "", bytes: bytes.success } : undefined;
}
