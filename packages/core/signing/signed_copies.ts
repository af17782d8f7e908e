import { Effect, Option } from "effect";

import {
  type AssetRange,
  type Document,
  pdfFilename,
  type StorageUnavailable,
  verifiedFiles,
} from "../renders/mod.ts";
import { SignatureStore } from "../signatures/mod.ts";
import type { SigningEnvelope } from "./signing_envelope.ts";

/** Hands out the sealed documents of completed envelopes. */
export const signedCopies = Effect.gen(function* () {
  const store = yield* SignatureStore;
  const openFile = yield* verifiedFiles;

  return Effect.fnUntraced(function* (
    { reference, name }: Pick<SigningEnvelope, "reference" | "name">,
    range?: AssetRange,
  ): Effect.fn.Return<Option.Option<Document>, StorageUnavailable> {
    const found = Option.getOrUndefined(yield* store.load(reference));
    if (found === undefined || !found.sent || found.signedFile === null) return Option.none();
    const { sha256, byteSize: totalSize } = found.signedFile;
    const filename = pdfFilename(`${name} (signed)`, reference);
    const asset = yield* openFile(found.signedFile, range);
    return Option.map(asset, (kept) => ({ ...kept, sha256, totalSize, filename }));
  });
});
