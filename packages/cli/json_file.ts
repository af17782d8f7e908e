import { Data, Effect, FileSystem, Predicate, Result, type Schema, Stdio, Stream } from "effect";

import { DASH } from "./flags.ts";
import { inFile } from "./input_names.ts";
import { withFilePath } from "./output_file.ts";

/** A file that does not hold text in UTF-8, or no JSON object. */
class NotJson extends Data.TaggedError("not_json")<{ readonly message: string }> {}

/**
 * Reads a JSON object from a file, or from standard input for `-`.
 *
 * @param flag The flag or argument that names the file, for messages.
 */
export const readJsonObject = Effect.fnUntraced(function* (file: string, flag = "") {
  const name = flag === "" ? (file === DASH ? "standard input" : file) : inFile(flag, file).file;
  const text = yield* readText(file, name);
  return yield* Effect.fromResult(parseJsonObject(text, name));
});

/**
 * Reads the text of a file, or of standard input for `-`. Fails if it is not UTF-8, whose characters would be lost.
 *
 * @param name The name of the file in messages.
 */
export const readText = Effect.fnUntraced(function* (file: string, name: string) {
  const bytes = file === DASH ? yield* readInput : yield* readBytes(file, name);
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    catch: () => new NotJson({ message: `${name} is not text in UTF-8` }),
  });
});

const readBytes = Effect.fnUntraced(function* (file: string, name: string) {
  const fs = yield* FileSystem.FileSystem;
  return yield* fs.readFile(file).pipe(Effect.mapError((error) => withFilePath(error, name)));
});

const readInput = Effect.flatMap(Stdio.Stdio, ({ stdin }) =>
  Effect.map(Stream.runCollect(stdin), (chunks) => Buffer.concat(Array.from(chunks))),
);

/**
 * Parses a JSON object, or fails with the position of the syntax error.
 *
 * @param name The name of the text in messages.
 */
export function parseJsonObject(
  text: string,
  name: string,
): Result.Result<Schema.JsonObject, NotJson> {
  const result = Result.try({
    try: (): Schema.Json => JSON.parse(withoutMark(text)),
    catch: (error) => (error instanceof SyntaxError ? `: ${error.message}` : ""),
  });
  const why = Result.isFailure(result) ? result.failure : "";
  return Result.isSuccess(result) && isJsonObject(result.success)
    ? Result.succeed(result.success)
    : Result.fail(new NotJson({ message: `${name} is not a JSON object${why}` }));
}

/** JSON as files in git have it: indented, in its own order, with a line break at the end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Some editors begin a file with a byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function isJsonObject(value: Schema.Json): value is Schema.JsonObject {
  return Predicate.isObject(value);
}
