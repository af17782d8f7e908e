import { Schema } from "effect";

/** A key that makes a request safe to repeat. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x20-\x7e]{1,255}$/u, {
    message: "Expected 1 to 255 printable ASCII characters",
  }),
).annotate({ identifier: "IdempotencyKey" });

/** The headers of every endpoint that may be repeated under a key. */
export const repeatableHeaders = { "idempotency-key": Schema.optionalKey(IdempotencyKey) };
