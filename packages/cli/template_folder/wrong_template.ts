import { groupIssues, type Issue, type Issues } from "@paraph/core/values";
import { Data } from "effect";

/** What a template on disk says cannot be published: every problem under its file and its path. */
export class WrongTemplate extends Data.TaggedError("wrong_template")<{
  readonly message: string;
  readonly issues: Issues;
  readonly problems: ReadonlyArray<Issue>;
}> {
  /** Names what was read. */
  static of(path: string, problems: ReadonlyArray<Issue>): WrongTemplate {
    const message = `${path} is not a valid template`;
    return new WrongTemplate({ message, issues: groupIssues(problems), problems });
  }
}
