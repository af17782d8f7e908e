import { Schema } from "effect";

/** The body is not JSON (400). */
export class InvalidJson extends Schema.TaggedError<InvalidJson>()(
  "invalid_json",
  { message: Schema.String },
  { description: "The body is not JSON, or it is empty although fields are required. Send JSON." },
) {
  /** @param reason Why it is not JSON. */
  static of(reason: string): InvalidJson {
    return new InvalidJson({ message: `The request body is not JSON: ${reason}` });
  }
}

/** The body is larger than this deployment allows (413). */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "payload_too_large",
  { message: Schema.String },
  {
    description:
      "The body is larger than the operation allows: by default 20 MiB, more for a font. Send less data.",
  },
) {
  static of(maxBytes: number): PayloadTooLarge {
    return new PayloadTooLarge({ message: `The request body is larger than ${maxBytes} bytes` });
  }
}

/** A key or client has reached its rate limit (429). */
export class RateLimited extends Schema.TaggedError<RateLimited>()(
  "rate_limited",
  { message: Schema.String },
  {
    description:
      "Too many requests. Wait the number of seconds in `Retry-After`, then send the request again.",
  },
) {
  /** With the seconds to wait, as in `Retry-After`. */
  static of(seconds: number): RateLimited {
    return new RateLimited({ message: `Too many requests; try again in ${seconds} s` });
  }

  /** A project has too many waiting requests. */
  static byShare(seconds: number): RateLimited {
    const message = `Too many requests of this project are waiting; try again in ${seconds} s`;
    return new RateLimited({ message });
  }
}

/** A fault of the server. The message has only the request id (500). */
export class InternalError extends Schema.TaggedError<InternalError>()(
  "internal_error",
  { message: Schema.String },
  {
    description:
      "A fault of the server. Retry later. If it persists, give the operator the `x-request-id` of the response.",
  },
) {}

/** A dependency of the server does not respond (503). */
export class NotReady extends Schema.TaggedError<NotReady>()(
  "not_ready",
  { message: Schema.String },
  { description: "The database or the document storage does not respond. Wait, then retry." },
) {
  static of(parts: ReadonlyArray<string>): NotReady {
    return new NotReady({ message: `Not responding: ${parts.join(", ")}` });
  }
}
