import { Effect, type Schema } from "effect";
import { SecureRandom } from "effect/crypto";

import { rememberJsonText } from "../values/mod.ts";
import { BlobStore } from "./blob_store.ts";
import { jsonPieces, splitJson, type StoredJson } from "./stored_json.ts";

/** Stores JSON with its large strings as blobs, and loads it. */
export const jsonStorage = Effect.gen(function* () {
  const blobs = yield* BlobStore;
  const random = yield* SecureRandom.SecureRandom;

  /** Stores JSON text. Call it before the transaction that refers to the blobs. */
  const store = Effect.fn("JsonStorage.store")(function* (json: string) {
    const marker = `blob ${yield* random.uuidV4()} `;
    const { text, literals } = splitJson(json, marker);
    if (literals.length === 0) return { text, parts: null } satisfies StoredJson;
    const refs = yield* Effect.forEach(literals, (literal) => blobs.put(ENCODER.encode(literal)));
    return { text, parts: { marker, blobs: refs } } satisfies StoredJson;
  });

  /** The whole original JSON text. */
  const loadText = Effect.fn("JsonStorage.loadText")(function* (storedJson: StoredJson) {
    if (storedJson.parts === null) return storedJson.text;
    const entries = yield* Effect.forEach(
      storedJson.parts.blobs,
      Effect.fnUntraced(function* ({ id }) {
        return [id, DECODER.decode(yield* blobs.read(id))] as const;
      }),
    );
    const literals = new Map(entries);
    const texts = jsonPieces(storedJson).map((piece) =>
      piece.kind === "text" ? piece.text : (literals.get(piece.blob.id) ?? ""),
    );
    return texts.join("");
  });

  /** The whole JSON, parsed. It was validated before it was stored. */
  const load = (storedJson: StoredJson) => Effect.map(loadText(storedJson), parse);

  /** Like `load`; `verbatimJson` writes the result with its original text. */
  const loadVerbatim = (storedJson: StoredJson) =>
    Effect.map(loadText(storedJson), (text) => rememberJsonText(parse(text), text));

  return { store, load, loadVerbatim };
});

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

function parse(text: string): Schema.JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only objects are stored
  return JSON.parse(text) as Schema.JsonObject;
}
