import { referenceOf, type SchemaReader } from "./fields.ts";
import { list, type Operation, record } from "./operations.ts";

/** An error of an operation. */
interface OperationError {
  readonly code: string;
  readonly status: string;
  /** When it occurs and what to do; Markdown. */
  readonly description: string;
}

/** Errors that every operation may have. */
export const COMMON_ERRORS: ReadonlySet<string> = new Set([
  "rate_limited",
  "internal_error",
  "not_ready",
]);

/** The errors of an operation, without those of every operation. */
export function errorsOf(
  { responses }: Operation,
  { descriptionOf }: SchemaReader,
): ReadonlyArray<OperationError> {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    if (Number(status) < 400) return [];
    const { schema } = record(record(content)["application/json"]);
    const alternatives = list(record(schema)["anyOf"] ?? [schema]);
    return alternatives.flatMap((each) => {
      const name = referenceOf(each);
      if (name === undefined) return [];
      const code = name.replace(/^flat_/, "");
      const description = descriptionOf(each);
      return COMMON_ERRORS.has(code) ? [] : [{ code, status, description }];
    });
  });
}
