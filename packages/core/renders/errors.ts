import { Schema } from "effect";

/** The render queue is unavailable. The request was not accepted and can be retried (503). */
export class QueueUnavailable extends Schema.TaggedError<QueueUnavailable>()(
  "queue_unavailable",
  { message: Schema.String },
  { description: "The render queue does not respond. Nothing was accepted: retry." },
) {
  static of(): QueueUnavailable {
    return new QueueUnavailable({ message: "The render queue cannot be reached; retry" });
  }
}

/** Documents cannot be stored or read now. Retry (503). The log has the reason. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()(
  "not_ready",
  { message: Schema.String },
  { description: "The database or the document storage does not respond. Wait, then retry." },
) {
  static of(): StorageUnavailable {
    return new StorageUnavailable({ message: "The document storage is unavailable; retry" });
  }
}
