import { Schema } from "effect";

import { groupIssues, Issues, type Issue } from "./issues.ts";

/** The shape of a body or a query is wrong; `issues` lists every problem (400, or 422 on embed). */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("invalid_request", {
  message: Schema.String,
  issues: Issues,
}) {
  /** Gathers problems under their paths. */
  static of(issues: ReadonlyArray<Issue>): InvalidRequest {
    return new InvalidRequest({ message: "The request is not valid", issues: groupIssues(issues) });
  }
}
