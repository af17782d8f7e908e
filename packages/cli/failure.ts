import { Formatter, PlatformError, Predicate } from "effect";

import { plainText } from "./plain_text.ts";

/**
 * What a person is told when a command fails: what went wrong, every problem under its path, and what to
 * do about it where that is known.
 */
export function told(failure: unknown): string {
  if (failure instanceof PlatformError.PlatformError)
    return plainText(`paraph: ${fileProblem(failure)}`);
  const { message, issues, hint } = Predicate.isObject(failure) ? failure : {};
  const lines = [
    `paraph: ${Predicate.isString(message) ? message : Formatter.format(failure)}`,
    ...problems(issues),
    ...(Predicate.isString(hint) ? [`hint: ${hint}`] : []),
  ];
  return plainText(lines.join("\n"));
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  NotFound: "there is no such file or folder",
  PermissionDenied: "permission denied",
  BadResource: "is not a file",
};

/** What is wrong with a file that a person named. */
function fileProblem({ reason }: PlatformError.PlatformError): string {
  const file = "pathOrDescriptor" in reason ? reason.pathOrDescriptor : undefined;
  const problem = FILE_PROBLEMS[reason._tag];
  return file === undefined || problem === undefined ? reason.message : `${file}: ${problem}`;
}

function problems(issues: unknown): ReadonlyArray<string> {
  if (!Predicate.isObject(issues)) return [];
  const { formErrors, fieldErrors } = issues;
  const general = Array.isArray(formErrors)
    ? formErrors.map((message) => `  ${String(message)}`)
    : [];
  const fields = Predicate.isObject(fieldErrors)
    ? Object.entries(fieldErrors).flatMap(([path, messages]) =>
        Array.isArray(messages) ? messages.map((message) => `  ${path}: ${String(message)}`) : [],
      )
    : [];
  return [...general, ...fields];
}
