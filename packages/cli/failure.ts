import { Predicate } from "effect";

/** What a person is told when a command fails: what went wrong, and every problem under its path. */
export function oneLine(failure: unknown): string {
  if (!Predicate.isObject(failure)) return `paraph: ${String(failure)}`;
  const { message, issues } = failure;
  return [
    `paraph: ${Predicate.isString(message) ? message : String(failure)}`,
    ...problems(issues),
  ].join("\n");
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
