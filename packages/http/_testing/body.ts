import { Issues } from "@paraph/core/values";
import { Option, Schema, Struct } from "effect";

import { type Code, STATUS, UNPROCESSABLE } from "../_wire/errors/error.ts";
import { hasFlatErrors } from "../_wire/errors/error_response.ts";
import type { RawResponse } from "./http_client.ts";

const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literals(Struct.keys(STATUS)),
    message: Schema.NonEmptyString,
    issues: Schema.optionalKey(Issues),
  }),
});

const FlatErrorBody = Schema.Struct({
  error: Schema.Literals(Struct.keys(STATUS)),
  message: Schema.NonEmptyString,
  issues: Schema.optionalKey(Issues),
});

const flatErrorBody = Schema.decodeUnknownOption(FlatErrorBody, { onExcessProperty: "error" });
const errorBody = Schema.decodeUnknownOption(ErrorBody, { onExcessProperty: "error" });
const fields = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown));

/** The code of a valid error body; undefined for other bodies. */
export function codeOf({ json }: RawResponse): Code | undefined {
  return Option.getOrUndefined(errorBody(json))?.error.code;
}

/**
 * The code of an error body in the format of its path; undefined for other bodies.
 *
 * @param method Matters for paths whose POST has another format.
 */
export function codeForPath(path: string, response: RawResponse, method = "GET"): Code | undefined {
  if (!hasFlatErrors({ method, url: path })) return codeOf(response);
  return Option.getOrUndefined(flatErrorBody(response.json))?.error;
}

/** The status of a code in the response to a request. */
export function expectedStatus(path: string, method: string, code: Code): number {
  const isUnprocessable =
    code === "invalid_request" && method === "POST" && UNPROCESSABLE_PATHS.test(path);
  return isUnprocessable ? UNPROCESSABLE : STATUS[code];
}

/** Endpoints with 422 for schema errors (interface, embed). */
const UNPROCESSABLE_PATHS = /^\/v1\/embed\/(sessions|sessions\/refresh|catalogs)(\?|$)/;

/** The paths of the issues in an error body of either format; the empty path is the whole body. */
export function issuePaths({ json }: RawResponse): ReadonlyArray<string> {
  const issues = issuesOf(json);
  if (issues === undefined) return [];
  return [...(issues.formErrors.length > 0 ? [""] : []), ...Object.keys(issues.fieldErrors)];
}

/** The messages of one path in an error body of either format. */
export function issueMessages({ json }: RawResponse, path: string): ReadonlyArray<string> {
  return issuesOf(json)?.fieldErrors[path] ?? [];
}

function issuesOf(json: unknown) {
  const nestedIssues = Option.map(errorBody(json), ({ error }) => error.issues);
  const flatIssues = Option.map(flatErrorBody(json), ({ issues }) => issues);
  return Option.getOrUndefined(Option.orElse(nestedIssues, () => flatIssues));
}

/** The fields of a body that is an object. */
export function fieldsOf({ json }: Pick<RawResponse, "json">): Readonly<Record<string, unknown>> {
  return fields(json);
}
