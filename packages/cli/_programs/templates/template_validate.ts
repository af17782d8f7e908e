import type { Issue } from "@paraph/core/values";
import { Console, Data, Effect } from "effect";

import { failureText } from "../../terminal/failure.ts";
import { plainText } from "../../terminal/plain_text.ts";
import { printJson } from "../../terminal/print.ts";
import {
  checkLayer,
  findingsOf,
  type TemplateFindings,
  withoutWarnings,
} from "./template_check.ts";

/** Some templates cannot be published; their problems have been printed. */
class NotValid extends Data.TaggedError("not_valid")<{ readonly message: string }> {}

interface ValidationResult extends TemplateFindings {
  readonly path: string;
  readonly valid: boolean;
}

/** Prints whether templates can be published, and fails unless all can. */
export const validateTemplates = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  asJson: boolean,
) {
  const results = yield* Effect.forEach(paths, validate).pipe(Effect.provide(checkLayer));
  yield* asJson ? printJson(results) : Console.log(plainText(lines(results).join("\n")));
  const wrong = results.filter(({ valid }) => !valid);
  if (wrong.length === 0) return undefined;
  const message = `${wrong.map(({ path }) => path).join(", ")}: not valid`;
  return yield* new NotValid({ message });
});

const validate = Effect.fnUntraced(function* (path: string) {
  const fail = (message: string) => Effect.succeed(withoutWarnings([{ path: "", message }]));
  const findings = yield* findingsOf(path).pipe(
    Effect.catchTags({
      wrong_template: ({ problems }) => Effect.succeed(withoutWarnings(problems)),
      not_json: ({ message }) => fail(message),
      PlatformError: (failure) => fail(failureText(failure).replace(/^paraph: /, "")),
    }),
  );
  const { problems, warnings } = findings;
  const result: ValidationResult = { path, valid: problems.length === 0, problems, warnings };
  return result;
});

function lines(results: ReadonlyArray<ValidationResult>): ReadonlyArray<string> {
  return results.flatMap(({ path, valid, problems, warnings }) => [
    `${path}: ${valid ? "valid" : count(problems)}`,
    ...problems.map((problem) => `  ${line(problem)}`),
    ...warnings.map((warning) => `  Warning: ${line(warning)}`),
  ]);
}

function line({ path: location, message }: Issue): string {
  return `${location === "" ? "" : `${location}: `}${message}`;
}

function count({ length }: ReadonlyArray<Issue>): string {
  return length === 1 ? "1 problem" : `${length} problems`;
}
