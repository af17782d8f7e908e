import { InvalidRequest, issuesOfSchema } from "@paraph/core/values";
import { Effect, Path, Schema, Stdio, Stream } from "effect";
import { Flag } from "effect/cli";

import { CallFailed } from "./call_failed.ts";
import { parseJsonObject, readJsonObject } from "./json_file.ts";

/** Stands for standard input where a file is read, for standard output where one is written. */
export const DASH = "-";

/** A flag that names a file, `-` for standard input or output; shells complete it. */
export function fileFlag(name: string): Flag.Flag<string> {
  return Flag.Path(name, { typeName: "file" }).pipe(
    // Paths come absolute; `./-` is not told apart.
    Flag.mapEffect((file) =>
      Effect.map(Path.Path, (path) => (path.basename(file) === DASH ? DASH : file)),
    ),
  );
}

/** Reads a JSON object from a file, or from standard input. */
export const readJson = Effect.fnUntraced(function* (file: string) {
  const object: Readonly<Record<string, unknown>> =
    file === DASH
      ? yield* Effect.fromResult(parseJsonObject(yield* readInput, "standard input"))
      : yield* readJsonObject(file);
  return object;
});

const readInput = Effect.flatMap(Stdio.Stdio, ({ stdin }) =>
  Stream.mkString(Stream.decodeText(stdin)),
);

/** Checks what is to be sent, so that every problem is told as the server would tell it. */
export function requestBody<A, I>(schema: Schema.Codec<A, I>, body: unknown) {
  return Schema.decodeUnknownEffect(schema)(body, { errors: "all" }).pipe(
    Effect.mapError(({ issue }) => {
      const { _tag, message, issues } = InvalidRequest.of(issuesOfSchema(issue));
      return CallFailed.of(_tag, message, issues);
    }),
  );
}
