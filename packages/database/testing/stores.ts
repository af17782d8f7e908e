import { AssetReader, LayoutCompiler, UnreadableAsset } from "@paraph/core/layouts";
import { AssetStore } from "@paraph/core/renders";
import { Effect, Layer, Option, Stream } from "effect";
import { Digest, SecureRandom } from "effect/crypto";

import { blobStoreSql } from "../stores/blobs/blob_store.ts";
import { storesSql } from "../stores/mod.ts";
import { renderQueueSql } from "../stores/renders/render_queue.ts";
import { migratedDatabase } from "./database.ts";

/** Files in memory for the life of a suite. */
const memoryAssetStore = Layer.sync(AssetStore, () => {
  const files = new Map<string, Uint8Array>();
  return {
    put: (name, bytes) => Effect.sync(() => void files.set(name, bytes)),
    open: (name) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(files.get(name)), (bytes) => ({
          byteSize: bytes.length,
          revision: "1",
          bytes: Stream.make(bytes),
        })),
      ),
    remove: (name) => Effect.sync(() => void files.delete(name)),
    publish: () => Effect.succeedNone,
    unpublish: () => Effect.void,
    check: Effect.void,
  };
});

/** All stores and the queue on a suite's database, and what services need to create ids. */
export const migratedStores = Layer.mergeAll(
  storesSql,
  renderQueueSql,
  Layer.provide(blobStoreSql, memoryAssetStore),
).pipe(
  Layer.provideMerge(migratedDatabase),
  Layer.provideMerge(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto)),
  Layer.orDie,
);

/** A compiled template that no engine reads. */
export const NOT_COMPILED = { engine: "none", bytes: new Uint8Array([0, 1, 2]) };

const unreadable = Effect.fail(new UnreadableAsset({ message: "This reader reads no files" }));

/** For suites that do not render and whose layouts contain no files. */
export const noAssetReader = Layer.merge(
  Layer.succeed(AssetReader, {
    basePdf: () => unreadable,
    image: () => unreadable,
    missingCharacters: (texts) => Effect.succeed(texts.map(() => null)),
    partProblems: () => Effect.succeed([]),
  }),
  Layer.succeed(LayoutCompiler, {
    compile: () => Effect.succeed({ ...NOT_COMPILED, warnings: [] }),
  }),
);
