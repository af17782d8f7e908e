import { Data, Effect, FileSystem, Predicate, Result, type Schema } from "effect";

/** A file holds something else than what a command reads from it. */
class NotJson extends Data.TaggedError("not_json")<{ readonly message: string }> {}

/** Reads a file that holds a JSON object. */
export const readJsonObject = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  return yield* Effect.fromResult(parseJsonObject(yield* fs.readFileString(file), file));
});

/**
 * The JSON object that a text holds; where it stops being one otherwise.
 *
 * @param name What the text is called in what is told.
 */
export function parseJsonObject(
  text: string,
  name: string,
): Result.Result<Schema.JsonObject, NotJson> {
  const parsed = Result.try({
    // What comes of JSON is JSON. Some editors begin a file with a byte order mark.
    try: (): Schema.Json => JSON.parse(text.replace(/^\uFEFF/, "")),
    catch: (error) => (error instanceof SyntaxError ? `: ${error.message}` : ""),
  });
  const why = Result.isFailure(parsed) ? parsed.failure : "";
  return Result.isSuccess(parsed) && isJsonObject(parsed.success)
    ? Result.succeed(parsed.success)
    : Result.fail(new NotJson({ message: `${name} is not a JSON object${why}` }));
}

/** JSON as it is kept in git: indented, in its own order, with an end of line at the end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function isJsonObject(value: Schema.Json): value is Schema.JsonObject {
  return Predicate.isObject(value);
}
