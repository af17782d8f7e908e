import { Schema } from "effect";

/** A key that makes a request safe to retry. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x20-\x7e]{1,255}$/u, {
    message: "Expected 1 to 255 printable ASCII characters",
  }),
).annotate({
  identifier: "IdempotencyKey",
  description: "A unique text for one request: 1 to 255 printable ASCII characters.",
});

/** The headers of endpoints with idempotency keys. */
export const idempotentHeaders = {
  "idempotency-key": Schema.optionalKey(IdempotencyKey).annotateKey({
    description:
      "Makes the request safe to retry. A request with the same key runs once; a replay returns the first resource.",
  }),
};
