import { Effect } from "effect";

import { type BlobRef, BlobStore } from "../../blobs/mod.ts";
import { everyRow, type InputData } from "../../manifests/mod.ts";

/** Larger data, in bytes of JSON, is stored as a blob. */
const MAX_ROW_BYTES = 256 * 1024;

/** The data of a render in its row. */
export interface StoredData {
  /** The data as JSON; for data in a blob, its {@linkcode emailCandidates}. */
  readonly json: Uint8Array;
  readonly blob: BlobRef | null;
}

/**
 * Stores and loads data as JSON in UTF-8, large data as a blob. Bytes, because the garbage collector copies a text
 * that waits for the database several times, in two bytes a character if it has one beyond Latin-1.
 */
export const dataStorage = Effect.map(BlobStore, (blobs) => ({
  /** Call it before the transaction that adds the render. */
  store: Effect.fn("DataStorage.store")(function* (data: InputData): Effect.fn.Return<StoredData> {
    const json = jsonBytes(data);
    return json.length <= MAX_ROW_BYTES
      ? { json, blob: null }
      : { json: jsonBytes(emailCandidates(data)), blob: yield* blobs.put(json) };
  }),

  /** The data as {@linkcode inputDataOf} reads it. */
  load: Effect.fn("DataStorage.load")(function* ({ json, blob }: StoredData) {
    return blob === null ? json : yield* blobs.read(blob.id);
  }),
}));

/** Data of a render that was accepted: as it was checked, or as it is stored. */
export type AcceptedData = InputData | Uint8Array;

/** Writes a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

export function inputDataOf(data: AcceptedData): InputData {
  if (!(data instanceof Uint8Array)) return data;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was checked when it was accepted
  return JSON.parse(new TextDecoder().decode(data)) as InputData;
}

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
