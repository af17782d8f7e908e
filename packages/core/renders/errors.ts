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

/** Documents cannot be kept or read for the time being: try again (503). Why, the log says. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("not_ready", {
  message: Schema.String,
}) {
  /** The one thing there is to say to those who cannot do anything about it. */
  static of(): StorageUnavailable {
    return new StorageUnavailable({ message: "The store of documents does not answer" });
  }
}
