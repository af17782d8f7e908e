import { Schema } from "effect";

/** A part that nothing works without does not answer (503). */
export class NotReady extends Schema.TaggedError<NotReady>()("not_ready", {
  message: Schema.String,
}) {
  /** Names the parts. */
  static of(parts: ReadonlyArray<string>): NotReady {
    return new NotReady({ message: `Not answering: ${parts.join(", ")}` });
  }
}
