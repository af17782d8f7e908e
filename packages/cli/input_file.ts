import { Data, Effect, FileSystem } from "effect";

import { withFilePath } from "./output_file.ts";

/** A file is too large to upload. */
class LargeFile extends Data.TaggedError("large_file")<{ readonly message: string }> {}

/** Reads a file of at most so many bytes, a whole number of MiB, as base64. */
export const readBase64 = Effect.fnUntraced(function* (file: string, maxBytes: number) {
  const fs = yield* FileSystem.FileSystem;
  const withPath = Effect.mapError((error: Parameters<typeof withFilePath>[0]) =>
    withFilePath(error, file),
  );
  const { size } = yield* fs.stat(file).pipe(withPath);
  if (Number(size) > maxBytes) {
    return yield* new LargeFile({
      message: `${file} is larger than ${maxBytes / 1024 / 1024} MiB`,
    });
  }
  return Buffer.from(yield* fs.readFile(file).pipe(withPath)).toString("base64");
});
