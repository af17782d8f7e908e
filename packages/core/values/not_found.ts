import { Schema } from "effect";

/** The resource does not exist, or belongs to another project: the two are not told apart (404). */
export class NotFound extends Schema.TaggedError<NotFound>()("not_found", {
  message: Schema.String,
}) {
  /** Names what kind of thing was asked for, never its id. */
  static of(kind: string): NotFound {
    return new NotFound({ message: `No such ${kind}` });
  }
}
