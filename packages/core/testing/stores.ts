import { Effect, Layer } from "effect";
import { Digest, SecureRandom } from "effect/crypto";

import { storesSql } from "../adapters/sql/mod.ts";
import { renderQueueSql } from "../adapters/sql/render_queue.ts";
import { AssetReader, LayoutCompiler, UnreadableAsset } from "../layouts/mod.ts";
import { migratedDatabase } from "./database.ts";

/** Every store and the queue on a database of the suite's own, and what services draw ids with. */
export const migratedStores = Layer.merge(storesSql, renderQueueSql()).pipe(
  Layer.provideMerge(migratedDatabase),
  Layer.provideMerge(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto)),
  Layer.orDie,
);

/** What no engine reads. */
export const NOT_COMPILED = { engine: "none", bytes: new Uint8Array([0, 1, 2]) };

const unreadable = Effect.fail(new UnreadableAsset({ message: "No file is read here" }));

/** For suites that draw nothing and whose layouts carry no files: reads none and compiles to nothing. */
export const noAssetReader = Layer.merge(
  Layer.succeed(AssetReader, {
    pdfPages: () => unreadable,
    image: () => unreadable,
    missingCharacters: (texts) => Effect.succeed(texts.map(() => null)),
    partProblems: () => Effect.succeed([]),
  }),
  Layer.succeed(LayoutCompiler, { compile: () => Effect.succeed(NOT_COMPILED) }),
);
