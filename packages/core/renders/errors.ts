import { Schema } from "effect";

/** The render queue cannot be reached; nothing was accepted, try again (503). */
export class QueueUnavailable extends Schema.TaggedError<QueueUnavailable>()("queue_unavailable", {
  message: Schema.String,
}) {
  /** The one thing there is to say. */
  static of(): QueueUnavailable {
    return new QueueUnavailable({ message: "The render queue cannot be reached; retry" });
  }
}
