import { Issues } from "@paraph/core/values";
import { Option, Schema, Struct } from "effect";

import { type Code, STATUS } from "../_wire/error.ts";
import type { RawResponse } from "./http_client.ts";

const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literals(Struct.keys(STATUS)),
    message: Schema.NonEmptyString,
    issues: Schema.optionalKey(Issues),
  }),
});

const errorBody = Schema.decodeUnknownOption(ErrorBody, { onExcessProperty: "error" });
const fields = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown));

/** The code of an error body of the contract's form, and of nothing else. */
export function codeOf({ json }: RawResponse): Code | undefined {
  return Option.getOrUndefined(errorBody(json))?.error.code;
}

/** The paths that an error body finds fault with; the whole is the empty one. */
export function faultyPaths({ json }: RawResponse): ReadonlyArray<string> {
  const issues = Option.getOrUndefined(errorBody(json))?.error.issues;
  if (issues === undefined) return [];
  return [...(issues.formErrors.length > 0 ? [""] : []), ...Object.keys(issues.fieldErrors)];
}

/** The fields of a body that is an object. */
export function fieldsOf({ json }: RawResponse): Readonly<Record<string, unknown>> {
  return fields(json);
}
