import { Effect, Option } from "effect";

import {
  type AssetRange,
  AssetStore,
  type Document,
  pdfFilename,
  type StorageUnavailable,
} from "../renders/mod.ts";
import { SignatureStore } from "../signatures/mod.ts";
import type { SigningEnvelope } from "./signing_envelope.ts";

/** Hands out the sealed documents of completed envelopes. */
export const signedCopies = Effect.gen(function* () {
  const store = yield* SignatureStore;
  const assets = yield* AssetStore;

  return Effect.fnUntraced(function* (
    { reference, name }: Pick<SigningEnvelope, "reference" | "name">,
    range?: AssetRange,
  ): Effect.fn.Return<Option.Option<Document>, StorageUnavailable> {
    const found = Option.getOrUndefined(yield* store.load(reference));
    if (found === undefined || !found.sent || found.signedFile === null) return Option.none();
    const { sha256, byteSize: totalSize } = found.signedFile;
    const filename = pdfFilename(`${name} (signed)`, reference);
    const asset = yield* assets.open(found.signedFile.name, range);
    return Option.map(asset, (kept) => ({ ...kept, sha256, totalSize, filename }));
  });
});
