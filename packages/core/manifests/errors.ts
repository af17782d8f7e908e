import { Schema } from "effect";

import { groupIssues, type Issue, Issues } from "../values/mod.ts";

/** A loop's key contains a dot (400). */
export class InvalidLoopKey extends Schema.TaggedError<InvalidLoopKey>()(
  "invalid_loop_key",
  { message: Schema.String, issues: Issues },
  { description: "The key of a loop contains a dot. Rename the loops in `issues`." },
) {
  static of(issues: ReadonlyArray<Issue>): InvalidLoopKey {
    return new InvalidLoopKey({
      message: "A loop key contains a dot",
      issues: groupIssues(issues),
    });
  }
}

/** Render data does not match the manifest; `issues.fieldErrors` has the problems by path (400). */
export class InvalidInputData extends Schema.TaggedError<InvalidInputData>()(
  "invalid_input_data",
  { message: Schema.String, issues: Issues },
  {
    description:
      "The data does not match the template's manifest. Fix the values in `issues.fieldErrors`.",
  },
) {
  static of(issues: ReadonlyArray<Issue>): InvalidInputData {
    return new InvalidInputData({
      message: "The data does not match the template's manifest",
      issues: groupIssues(issues),
    });
  }
}
