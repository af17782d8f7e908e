import { Effect } from "effect";

import { type BlobRef, BlobStore } from "../../blobs/mod.ts";
import { everyRow, type InputData } from "../../manifests/mod.ts";
import { rememberJsonText } from "../../values/mod.ts";

/** Larger data, in bytes of JSON, is stored as a blob. */
const MAX_ROW_BYTES = 256 * 1024;

/** The data of a render in its row. */
export interface StoredData {
  /** The data as JSON; for data in a blob, its {@linkcode emailCandidates}. */
  readonly text: string;
  readonly blob: BlobRef | null;
}

/** Stores and loads data, large data as a blob. */
export const dataStorage = Effect.map(BlobStore, (blobs) => ({
  /** Call it before the transaction that adds the render. */
  store: Effect.fn("DataStorage.store")(function* (data: InputData): Effect.fn.Return<StoredData> {
    const text = JSON.stringify(data);
    // A UTF-16 code unit takes at most three bytes.
    if (text.length * 3 <= MAX_ROW_BYTES) return { text, blob: null };
    const bytes = new TextEncoder().encode(text);
    if (bytes.length <= MAX_ROW_BYTES) return { text, blob: null };
    return { text: JSON.stringify(emailCandidates(data)), blob: yield* blobs.put(bytes) };
  }),

  load: Effect.fn("DataStorage.load")(function* ({ text, blob }: StoredData) {
    const json = blob === null ? text : new TextDecoder().decode(yield* blobs.read(blob.id));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was validated when it was accepted
    return rememberJsonText(JSON.parse(json) as InputData, json);
  }),
}));

/**
 * All words in the data that could contain an email address, so that erasure by recipient finds a render
 * without reading its blob. Words are complete, so that no part of a longer address is a match.
 *
 * @example Words with an at sign
 * ```ts
 * import { emailCandidates } from "@paraph/core/renders";
 * import assert from "node:assert/strict";
 *
 * const values = { note: "Write to <ada@example.com>, or call", name: "Ada" };
 * const guests = [{ name: "Bob", contacts: [{ email: "bob@example.com" }] }];
 * assert.deepEqual(emailCandidates({ values, loops: { guests } }), ["ada@example.com", "bob@example.com"]);
 * ```
 */
export function emailCandidates({ values, loops }: InputData): ReadonlyArray<string> {
  const candidates = new Set<string>();
  for (const row of [values, ...everyRow(loops)]) {
    for (const value of Object.values(row)) {
      if (typeof value !== "string" || !value.includes("@")) continue;
      for (const [word] of value.matchAll(WORD)) {
        if (word.includes("@")) candidates.add(word);
      }
    }
  }
  return [...candidates];
}

/** The characters of addresses. Beyond ASCII, the search distinguishes letters from other characters. */
const WORD = /[a-z0-9.!#$%&'*+/=?^_`{|}~@\u0080-\uffff-]+/gi;
