import { Schema } from "effect";

import { endOfString } from "../values/mod.ts";
import { BlobRef } from "./blob_id.ts";

/** Strings of at least this many characters are stored as blobs. */
export const LARGE_STRING = 32 * 1024;

/** A text that is longer than this without its large strings becomes one blob: rows stay below 16 MiB of UTF-8. */
const LARGE_TEXT = 4 * 1024 * 1024;

/** The prefix of all marks, and the blobs that they refer to, by number. */
export const JsonParts = Schema.Struct({ marker: Schema.String, blobs: Schema.Array(BlobRef) });
export type JsonParts = typeof JsonParts.Type;

/** JSON as a row stores it: a marker replaces each large string. */
export interface StoredJson {
  readonly text: string;
  /** Null when the text is the whole JSON. */
  readonly parts: JsonParts | null;
}

/** JSON without its large strings. */
export interface SplitJson {
  readonly text: string;
  /** The replaced parts without duplicates: the original text of large strings, or the whole JSON. */
  readonly literals: ReadonlyArray<string>;
}

/** A piece of JSON text, or a blob that contains a string literal or the whole JSON. */
export type JsonPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "blob"; readonly blob: BlobRef };

/**
 * Replaces the large strings of a JSON text with marks. The rest of the text is unchanged.
 *
 * @example A large string is replaced by a mark
 * ```ts
 * import { LARGE_STRING, splitJson } from "@paraph/core/blobs";
 * import assert from "node:assert/strict";
 *
 * const file = JSON.stringify("A".repeat(LARGE_STRING));
 * const { text, literals } = splitJson(`{ "size": 1.10, "content": ${file} }`, "mark-");
 * assert.equal(text, '{ "size": 1.10, "content": "mark-0" }');
 * assert.deepEqual(literals, [file]);
 * ```
 *
 * @param marker An unguessable text, so that no string of the value begins with it.
 */
export function splitJson(json: string, marker: string): SplitJson {
  const numbers = new Map<string, number>();
  const pieces: Array<string> = [];
  let restStart = 0;
  for (let start = json.indexOf('"'); start !== -1;) {
    const end = endOfString(json, start) + 1;
    if (end - start - 2 >= LARGE_STRING) {
      const literal = json.slice(start, end);
      const number = numbers.get(literal) ?? numbers.size;
      numbers.set(literal, number);
      pieces.push(json.slice(restStart, start), `"${marker}${number}"`);
      restStart = end;
    }
    start = json.indexOf('"', end);
  }
  const text = pieces.join("") + json.slice(restStart);
  return text.length <= LARGE_TEXT
    ? { text, literals: [...numbers.keys()] }
    : { text: `"${marker}0"`, literals: [json] };
}

/** The pieces of a stored JSON text in order, to send it without parsing. */
export function jsonPieces({ text, parts }: StoredJson): ReadonlyArray<JsonPiece> {
  if (parts === null) return [{ kind: "text", text }];
  const { marker, blobs } = parts;
  const [first = "", ...others] = text.split(`"${marker}`);
  const markedPieces = others.flatMap((part): ReadonlyArray<JsonPiece> => {
    const end = part.indexOf('"');
    const blob = blobs[Number(part.slice(0, end))];
    if (blob === undefined) throw new Error("Stored JSON has a mark without a blob");
    return [
      { kind: "blob", blob },
      { kind: "text", text: part.slice(end + 1) },
    ];
  });
  return [{ kind: "text", text: first }, ...markedPieces];
}
