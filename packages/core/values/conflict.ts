import { Schema } from "effect";

/** The resource is not in a state that allows the request (409). */
export class Conflict extends Schema.TaggedError<Conflict>()("conflict", {
  message: Schema.String,
}) {
  /** Says what stands in the way. */
  static of(message: string): Conflict {
    return new Conflict({ message });
  }
}
