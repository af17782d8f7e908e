import { randomUUID } from "node:crypto";
import * as path from "node:path";

import { Console, Effect, FileSystem, PlatformError, Stdio, Stream } from "effect";

import { DASH } from "./flags.ts";

/** Writes a document to a file, or to standard output for `-`, and says so. */
export const writeOutput = Effect.fnUntraced(function* (
  file: string,
  bytes: Uint8Array,
  message = `Wrote ${file}`,
) {
  const stdio = yield* Stdio.Stdio;
  if (file === DASH) return yield* Stream.run(Stream.make(bytes), stdio.stdout());
  yield* writeWhole(file, bytes);
  return yield* Console.error(message);
});

/**
 * Writes a file atomically: a reader sees the old content or the new, never a part. A pipe or device is
 * written to directly.
 */
export const writeWhole = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem;
  const target = yield* Effect.orElseSucceed(fs.realPath(file), () => file);
  const isOther = fs.stat(target).pipe(
    Effect.map(({ type }) => type !== "File"),
    Effect.orElseSucceed(() => false),
  );
  if (yield* isOther) return yield* fs.writeFile(file, bytes);
  const folder = path.dirname(target);
  // A file can be writable in a folder that is not, and the error of a missing folder names the file.
  const canReplace = yield* Effect.isSuccess(fs.access(folder, { writable: true }));
  if (!canReplace) return yield* fs.writeFile(file, bytes);
  return yield* replaceFile(file, target, (draft) => fs.writeFile(draft, bytes));
});

/**
 * Replaces a file with a draft in the same folder.
 *
 * @param file The path that the user knows; `target` is the file that its symbolic links lead to.
 */
const replaceFile = Effect.fnUntraced(function* (
  file: string,
  target: string,
  write: (draft: string) => Effect.Effect<void, PlatformError.PlatformError>,
) {
  const fs = yield* FileSystem.FileSystem;
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  yield* write(draft).pipe(
    Effect.andThen(fs.rename(draft, target)),
    Effect.onError(() => Effect.ignore(fs.remove(draft, { force: true }))),
    Effect.mapError((error) => withFilePath(error, file)),
  );
  // An interruption in between would leave the draft.
}, Effect.uninterruptible);

/** Writes a new file: where one of this name exists, under a name with a number. Returns the name. */
export const writeNew = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem;
  const { dir, name, ext } = path.parse(file);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? file : path.join(dir, `${name} (${number})${ext}`);
    const isWritten = yield* fs.writeFile(free, bytes, { flag: "wx" }).pipe(
      Effect.as(true),
      Effect.catchIf(
        ({ reason }) => reason._tag === "AlreadyExists",
        () => Effect.succeed(false),
      ),
    );
    if (isWritten) return free;
  }
});

/** Writes a file with secrets atomically: only its owner can read it, also while it is written. */
export const writePrivate = Effect.fnUntraced(function* (file: string, text: string) {
  const fs = yield* FileSystem.FileSystem;
  const target = yield* Effect.orElseSucceed(fs.realPath(file), () => file);
  yield* replaceFile(file, target, (draft) =>
    fs.writeFileString(draft, text, { mode: 0o600, flag: "wx" }),
  );
});

/** The same failure under the name of the file that the user knows. */
export function withFilePath(
  error: PlatformError.PlatformError,
  file: string,
): PlatformError.PlatformError {
  const { reason } = error;
  if (reason._tag === "BadArgument") return error;
  const { _tag, module, method, description, syscall, cause } = reason;
  const details = { description, syscall, cause, pathOrDescriptor: file };
  return PlatformError.systemError({ _tag, module, method, ...details });
}
