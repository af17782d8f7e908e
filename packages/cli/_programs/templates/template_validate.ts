import type { Issue } from "@paraph/core/values";
import { Console, Data, Effect } from "effect";

import { failureText } from "../../terminal/failure.ts";
import { plainText } from "../../terminal/plain_text.ts";
import { printJson } from "../../terminal/print.ts";
import { checking, problemsOf } from "./template_check.ts";

/** Some templates cannot be published; their problems have been printed. */
class NotValid extends Data.TaggedError("not_valid")<{ readonly message: string }> {}

interface Validated {
  readonly path: string;
  readonly valid: boolean;
  readonly problems: ReadonlyArray<Issue>;
}

/** Prints whether templates can be published, and fails unless all can. */
export const validateTemplates = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  asJson: boolean,
) {
  const validated = yield* Effect.forEach(paths, validate).pipe(Effect.provide(checking));
  yield* asJson ? printJson(validated) : Console.log(plainText(lines(validated).join("\n")));
  const wrong = validated.filter(({ valid }) => !valid);
  if (wrong.length === 0) return undefined;
  const message = `${wrong.map(({ path }) => path).join(", ")}: not valid`;
  return yield* new NotValid({ message });
});

const validate = Effect.fnUntraced(function* (path: string) {
  const problems = yield* problemsOf(path).pipe(
    Effect.catchTags({
      wrong_template: ({ problems }) => Effect.succeed(problems),
      not_json: ({ message }) => Effect.succeed([{ path: "", message }]),
      PlatformError: (failure) =>
        Effect.succeed([{ path: "", message: failureText(failure).replace(/^paraph: /, "") }]),
    }),
  );
  const validated: Validated = { path, valid: problems.length === 0, problems };
  return validated;
});

function lines(validated: ReadonlyArray<Validated>): ReadonlyArray<string> {
  return validated.flatMap(({ path, valid, problems }) => [
    `${path}: ${valid ? "valid" : count(problems)}`,
    ...problems.map(({ path: at, message }) => `  ${at === "" ? "" : `${at}: `}${message}`),
  ]);
}

function count({ length }: ReadonlyArray<Issue>): string {
  return length === 1 ? "1 problem" : `${length} problems`;
}
