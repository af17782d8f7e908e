import { randomUUID } from "node:crypto";
import * as path from "node:path";

import { Effect, FileSystem } from "effect";

/**
 * Writes a file so that whoever looks finds the old one or the new one, whole: it is written beside and
 * put in its place. What is no file, such as a pipe, is written to as it is.
 */
export const writeWhole = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem;
  const target = yield* Effect.orElseSucceed(fs.realPath(file), () => file);
  const isOther = fs.stat(target).pipe(
    Effect.map(({ type }) => type !== "File"),
    Effect.orElseSucceed(() => false),
  );
  if (yield* isOther) return yield* fs.writeFile(file, bytes);
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  const written = fs.writeFile(draft, bytes).pipe(
    Effect.andThen(fs.rename(draft, target)),
    Effect.onError(() => Effect.ignore(fs.remove(draft, { force: true }))),
    // A file may be open to change in a folder that is not; what else is wrong is told of the file.
    Effect.catchTag("PlatformError", () => fs.writeFile(file, bytes)),
  );
  // Stopped in between, it would leave the draft behind.
  return yield* Effect.uninterruptible(written);
});
