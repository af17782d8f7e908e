import { Schema } from "effect";

/** A key that makes a request safe to retry. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x20-\x7e]{1,255}$/u, {
    message: "Expected 1 to 255 printable ASCII characters",
  }),
).annotate({ identifier: "IdempotencyKey" });

/** The headers of endpoints with idempotency keys. */
export const idempotentHeaders = { "idempotency-key": Schema.optionalKey(IdempotencyKey) };
