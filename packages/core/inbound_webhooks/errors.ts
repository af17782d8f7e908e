import { Schema } from "effect";

/** No template has this inbound token (404). */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()(
  "invalid_token",
  { message: Schema.String },
  {
    description:
      "No template has this inbound token. It was rotated or deleted, or its template was deleted.",
  },
) {
  static of(): InvalidToken {
    return new InvalidToken({ message: "No template has this inbound token" });
  }
}

/** The signature of an inbound request does not match its body (401). */
export class InvalidSignature extends Schema.TaggedError<InvalidSignature>()(
  "invalid_signature",
  { message: Schema.String },
  {
    description:
      "The signature of the request is missing or does not match its body. Sign the raw bytes of the body.",
  },
) {
  static of(): InvalidSignature {
    return new InvalidSignature({
      message: "The x-service-signature is not the HMAC-SHA256 of the body in hex",
    });
  }

  /** The inbound webhook requires signatures. */
  static missing(): InvalidSignature {
    return new InvalidSignature({ message: "The x-service-signature is missing" });
  }
}
