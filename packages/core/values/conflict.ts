import { Schema } from "effect";

/** The resource is not in a state that allows what is asked of it (409). */
export class Conflict extends Schema.TaggedError<Conflict>()("conflict", {
  message: Schema.String,
}) {
  /** A render that has not succeeded, or not yet. */
  static readonly renderNotReady = new Conflict({
    message: "The render has not succeeded: there is no document yet",
  });

  /** Says what stands in the way. */
  static of(message: string): Conflict {
    return new Conflict({ message });
  }
}
