import { Effect, Layer } from "effect";
import { Digest, SecureRandom } from "effect/crypto";

import { storesSql } from "../adapters/sql/mod.ts";
import { renderQueueSql } from "../adapters/sql/render_queue.ts";
import { AssetReader, UnreadableAsset } from "../layouts/mod.ts";
import { migratedDatabase } from "./database.ts";

/** Every store and the queue on a database of the suite's own, and what services draw ids with. */
export const migratedStores = Layer.merge(storesSql, renderQueueSql()).pipe(
  Layer.provideMerge(migratedDatabase),
  Layer.provideMerge(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto)),
  Layer.orDie,
);

const unreadable = Effect.fail(new UnreadableAsset({ message: "No file is read here" }));

/** For suites whose layouts carry no files: reads none. */
export const noAssetReader = Layer.succeed(AssetReader, {
  pdfPages: () => unreadable,
  image: () => unreadable,
  missingCharacters: (texts) => Effect.succeed(texts.map(() => null)),
});
