import { groupIssues, type Issue, type Issues } from "@paraph/core/values";
import { Data } from "effect";

/** A template on disk cannot be published: lists every problem under its file and path. */
export class WrongTemplate extends Data.TaggedError("wrong_template")<{
  readonly message: string;
  readonly issues: Issues;
  readonly problems: ReadonlyArray<Issue>;
}> {
  /** Creates the failure for the template at a path. */
  static of(path: string, problems: ReadonlyArray<Issue>): WrongTemplate {
    const message = `${path} is not a valid template`;
    return new WrongTemplate({ message, issues: groupIssues(problems), problems });
  }
}
