import * as path from "node:path";

import { Effect, FileSystem } from "effect";

/** The maximum size of a file. */
interface SizeLimit {
  readonly bytes: number;
  /** The size for people. */
  readonly text: string;
}

/** No server accepts a larger file in a layout. */
const NO_LARGER_BODY: SizeLimit = { bytes: 20_000_000, text: "20 MB" };

/** The content of a file, or why it cannot be read. A link must not lead out of the folder. */
export const readInside = Effect.fnUntraced(function* (
  folder: string,
  name: string,
  limit: SizeLimit = NO_LARGER_BODY,
) {
  const fs = yield* FileSystem.FileSystem;
  const file = path.join(folder, name);
  const read = Effect.gen(function* () {
    const [home, target] = yield* Effect.all([fs.realPath(folder), fs.realPath(file)]);
    if (!target.startsWith(home.endsWith(path.sep) ? home : home + path.sep))
      return "leads out of the folder";
    const { type, size } = yield* fs.stat(target);
    if (type !== "File") return "is not a file";
    return Number(size) > limit.bytes ? `is larger than ${limit.text}` : yield* fs.readFile(target);
  });
  return yield* read.pipe(
    Effect.catchTag("PlatformError", ({ reason }) =>
      Effect.succeed(READ_ERRORS[reason._tag] ?? "cannot be read"),
    ),
  );
});

const READ_ERRORS: Readonly<Record<string, string>> = {
  NotFound: "there is no such file",
  PermissionDenied: "permission denied",
};
