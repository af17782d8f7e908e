import { Effect, FileSystem, Layer, Option, Path, Stream } from "effect";
import { SecureRandom } from "effect/crypto";

import { AssetStore } from "../../renders/mod.ts";

/**
 * Documents as files in a folder.
 *
 * A file is written beside its place, flushed, and moved there: whoever looks finds it whole or
 * not at all, after a crash too.
 */
export function assetStoreFiles(
  folder: string,
): Layer.Layer<AssetStore, never, FileSystem.FileSystem | Path.Path | SecureRandom.SecureRandom> {
  return Layer.effect(
    AssetStore,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const path = yield* Path.Path;
      const random = yield* SecureRandom.SecureRandom;

      const put = Effect.fn("AssetStore.put")(
        function* (name: string, bytes: Uint8Array) {
          const target = path.join(folder, name);
          const draft = `${target}.${yield* random.uuidV4()}.draft`;
          yield* fs.makeDirectory(path.dirname(target), { recursive: true, mode: 0o700 });
          const file = yield* fs.open(draft, { flag: "wx", mode: 0o600 });
          yield* file.writeAll(bytes);
          yield* file.sync;
          yield* fs.rename(draft, target);
        },
        Effect.scoped,
        Effect.orDie,
      );

      const open = Effect.fn("AssetStore.open")(function* (
        name: string,
        range?: { readonly offset: number; readonly length: number },
      ) {
        const target = path.join(folder, name);
        const info = yield* fs.stat(target).pipe(Effect.option);
        return Option.map(info, ({ size }) => ({
          byteSize: range?.length ?? Number(size),
          bytes: fs
            .stream(
              target,
              range === undefined ? {} : { offset: range.offset, bytesToRead: range.length },
            )
            .pipe(Stream.orDie),
        }));
      });

      const check = fs
        .makeDirectory(folder, { recursive: true, mode: 0o700 })
        .pipe(Effect.andThen(fs.access(folder, { writable: true })), Effect.orDie);

      return AssetStore.of({ put, open, check });
    }),
  );
}
