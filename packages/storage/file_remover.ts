import { FileRemover, OUTBOX, PUBLIC_COPIES } from "@paraph/core/erasure";
import { AssetStore } from "@paraph/core/renders";
import { Effect, FileSystem, Layer, Path } from "effect";

/** Removes documents and their public copies from the asset store, and emails from the outbox folder. */
export function fileRemover(
  outbox: string,
): Layer.Layer<FileRemover, never, AssetStore | FileSystem.FileSystem | Path.Path> {
  return Layer.effect(
    FileRemover,
    Effect.gen(function* () {
      const assets = yield* AssetStore;
      const fs = yield* FileSystem.FileSystem;
      const path = yield* Path.Path;

      /** The email, and the draft of a process that was killed while writing it. */
      const removeEmail = (name: string) =>
        Effect.forEach(
          [name, `.${name}`],
          (file) => fs.remove(path.join(outbox, file), { force: true }),
          { discard: true },
        ).pipe(Effect.orDie);

      const removeDocument = (name: string) =>
        Effect.orDie(
          name.startsWith(PUBLIC_COPIES)
            ? assets.unpublish(name.slice(PUBLIC_COPIES.length))
            : assets.remove(name),
        );

      return FileRemover.of({
        remove: Effect.fn("FileRemover.remove")((name: string) =>
          name.startsWith(OUTBOX) ? removeEmail(name.slice(OUTBOX.length)) : removeDocument(name),
        ),
      });
    }),
  );
}
