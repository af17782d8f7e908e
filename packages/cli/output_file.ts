import { randomUUID } from "node:crypto";

import { Console, Effect, FileSystem, Path, Stdio, Stream } from "effect";
import { Flag } from "effect/cli";

import { withProgress } from "./progress.ts";
import { DASH, fileFlag } from "./request_file.ts";

/** `--output`: where a document goes. */
export const output = fileFlag("output").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("Where to write the PDF; - for standard output"),
);

/**
 * Writes what a server sends to a file, as it comes, and says so. What was in the file stays until
 * everything is there.
 */
export const writeOutput = Effect.fnUntraced(function* <E, R>(
  file: string,
  bytes: Stream.Stream<Uint8Array, E, R>,
) {
  const stdio = yield* Stdio.Stdio;
  if (file === DASH) return yield* Stream.run(bytes, stdio.stdout());
  const fs = yield* FileSystem.FileSystem;
  const { target, draft } = yield* placesOf(file);
  const write = withProgress((show) => {
    const counted = Stream.mapAccum(
      bytes,
      () => 0,
      (sum, chunk) => [sum + chunk.length, [[chunk, sum + chunk.length] as const]],
    );
    const shown = Stream.mapEffect(counted, ([chunk, sum]) =>
      Effect.as(show(`${file}: ${Math.ceil(sum / 1024)} KiB`), chunk),
    );
    return Stream.run(shown, fs.sink(draft));
  });
  if (draft === target) yield* write;
  else {
    yield* Effect.andThen(write, fs.rename(draft, target)).pipe(
      Effect.onError(() => Effect.ignore(fs.remove(draft, { force: true }))),
    );
  }
  return yield* Console.error(`Wrote ${file}`);
});

/**
 * What a file is, wherever links lead, and where it is written before it takes its place: itself when it is
 * no file, such as a pipe, or nothing can be put beside it.
 */
const placesOf = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const target = yield* Effect.orElseSucceed(fs.realPath(file), () => file);
  const known = yield* Effect.option(fs.stat(target));
  const isOther = known._tag === "Some" && known.value.type !== "File";
  const folder = path.dirname(target);
  // What is wrong with a folder is to be told with the name of the file.
  const mayDraft = yield* fs.access(folder, { writable: true }).pipe(
    Effect.as(true),
    Effect.orElseSucceed(() => false),
  );
  return isOther || !mayDraft
    ? { target: file, draft: file }
    : { target, draft: path.join(folder, `.${path.basename(target)}.${randomUUID()}`) };
});
