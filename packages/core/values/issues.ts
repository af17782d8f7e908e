import { Schema, SchemaIssue } from "effect";

/** One problem: where it is (dotted path, empty for the whole) and what is wrong. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Every problem of one input, as error bodies carry them (interface, Errors). */
export const Issues = Schema.Struct({
  formErrors: Schema.Array(Schema.String),
  fieldErrors: Schema.Record(Schema.String, Schema.Array(Schema.String)),
}).annotate({ identifier: "Issues" });
export type Issues = typeof Issues.Type;

/**
 * Groups problems by their path; those of the whole input become form errors.
 *
 * @example Two problems of one field stay together
 * ```ts
 * import { groupIssues } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(groupIssues([{ path: "name", message: "Too long" }, { path: "", message: "Odd" }]), {
 *   formErrors: ["Odd"],
 *   fieldErrors: { name: ["Too long"] },
 * });
 * ```
 */
export function groupIssues(issues: ReadonlyArray<Issue>): Issues {
  const formErrors = issues.filter((issue) => issue.path === "").map((issue) => issue.message);
  const fields = new Map<string, Array<string>>();
  for (const { path, message } of issues) {
    if (path === "") continue;
    const known = fields.get(path);
    if (known === undefined) fields.set(path, [message]);
    else known.push(message);
  }
  return { formErrors, fieldErrors: Object.fromEntries(fields) };
}

const standard = SchemaIssue.makeFormatterStandardSchemaV1();

/** The problems a schema found, each under its dotted path; array indexes are segments. */
export function issuesOfSchema(issue: SchemaIssue.Issue): ReadonlyArray<Issue> {
  return standard(issue).issues.map(({ path, message }) => ({
    path: (path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join("."),
    message,
  }));
}
