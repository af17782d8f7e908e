import { AssetStore, documentName, RenderStore } from "@paraph/core/renders";
import type { RenderId } from "@paraph/core/values";
import { DateTime, Effect } from "effect";
import { Digest } from "effect/crypto";

/** Completes a queued render with these bytes, as a worker does. */
export const succeedRender = Effect.fnUntraced(function* (
  id: RenderId,
  bytes: Uint8Array,
  pageCount = 1,
) {
  const store = yield* RenderStore;
  const assets = yield* AssetStore;
  const digest = yield* Digest.Digest;
  const now = yield* DateTime.now;
  const sha256 = yield* digest.digestHex(Digest.sha256, bytes);
  yield* assets.put(documentName(id), bytes);
  const document = { startedAt: now, at: now, pageCount, byteSize: bytes.length, sha256 };
  yield* store.settle([{ id, move: "succeed", ...document }]);
  return sha256;
});
