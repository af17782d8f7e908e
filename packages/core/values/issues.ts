import { Predicate, Schema, SchemaAST, SchemaIssue } from "effect";

/** One problem: its dotted path, empty for the whole input, and its message. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** A problem that did not prevent the result, as API responses carry it. */
export const Warning = Schema.Struct({
  path: Schema.String.annotateKey({ description: "The dotted path of the field." }),
  message: Schema.String.annotateKey({ description: "The problem, as text for people." }),
});

/** Every problem of one input, as error bodies carry them (interface, Errors). */
export const Issues = Schema.Struct({
  formErrors: Schema.Array(Schema.String).annotateKey({
    description: "The problems that belong to no field.",
  }),
  fieldErrors: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotateKey({
    description:
      "The problems by the dotted path of their field. Array indexes are segments: `items.3.price`.",
  }),
}).annotate({
  identifier: "Issues",
  description: "All problems of a request. The wording may change, the structure does not.",
});
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
    const messages = fields.get(path);
    if (messages === undefined) fields.set(path, [message]);
    else messages.push(message);
  }
  return { formErrors, fieldErrors: Object.fromEntries(fields) };
}

const standard = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "InvalidType" ? mismatch(issue.ast) : SchemaIssue.defaultLeafHook(issue),
});

/**
 * The problems that a schema found, each with its dotted path; array indexes are segments. Messages name
 * the expected JSON type, never a schema.
 */
export function issuesOfSchema(issue: SchemaIssue.Issue): ReadonlyArray<Issue> {
  return problems(issue, "");
}

function problems(issue: SchemaIssue.Issue, path: string): ReadonlyArray<Issue> {
  switch (issue._tag) {
    case "Pointer":
      return problems(issue.issue, joinPath(path, issue.path));
    case "Encoding":
      return problems(issue.issue, path);
    case "Composite":
      return issue.issues.flatMap((part) => problems(part, path));
    case "AnyOf":
      return issue.issues.length > 0
        ? issue.issues.flatMap((part) => problems(part, path))
        : [{ path, message: mismatch(issue.ast) }];
    default:
      return standard(issue).issues.map(({ path: segments = [], message }) => ({
        path: joinPath(path, segments.map(keyOf)),
        message,
      }));
  }
}

function joinPath(path: string, segments: ReadonlyArray<PropertyKey>): string {
  return [...(path === "" ? [] : [path]), ...segments.map(String)].join(".");
}

function keyOf(step: PropertyKey | { readonly key: PropertyKey }): PropertyKey {
  return typeof step === "object" ? step.key : step;
}

/** The message for a value of the wrong type: the schema's own, or the expected type. */
function mismatch(ast: SchemaAST.AST): string {
  const { message } = ast.annotations ?? {};
  if (Predicate.isString(message)) return message;
  const required =
    ast._tag === "Union" ? ast.types.filter((type) => !SchemaAST.isUndefined(type)) : [];
  if (required.length === 1) return required.map(mismatch).join("");
  const encoded = SchemaAST.toEncoded(ast);
  return encoded === ast ? `Expected ${expectedJson(ast)}` : mismatch(encoded);
}

function expectedJson(ast: SchemaAST.AST): string {
  switch (ast._tag) {
    case "Union":
      return [...new Set(ast.types.map(expectedJson))].join(" | ");
    case "Literal":
      return Predicate.isString(ast.literal) ? JSON.stringify(ast.literal) : String(ast.literal);
    case "Suspend":
      return expectedJson(ast.thunk());
    case "Objects":
      return "object";
    case "Arrays":
      return "array";
    case "String":
    case "TemplateLiteral":
      return "string";
    case "Number":
      return "number";
    case "Boolean":
      return "boolean";
    case "Null":
      return "null";
    default:
      return "another value";
  }
}
