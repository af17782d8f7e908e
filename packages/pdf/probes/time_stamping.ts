import { createHash, randomBytes } from "node:crypto";

import { Data, Effect, Redacted } from "effect";

import { requestTimeStamp, TimeStampFailed } from "../seal/request_time_stamp.ts";

/** A time-stamping authority gives no time stamp that can be believed. */
export class NoTimeStamp extends Data.TaggedError("no_time_stamp")<{ readonly message: string }> {}

/** Asks an authority for one time stamp, of something random. */
export function probeTimeStamping(tsaUrl: Redacted.Redacted): Effect.Effect<void, NoTimeStamp> {
  return Effect.tryPromise({
    try: async () => {
      const digest = createHash("sha256").update(randomBytes(32)).digest();
      await requestTimeStamp(Redacted.value(tsaUrl), new Uint8Array(digest));
    },
    catch: (error) =>
      new NoTimeStamp({
        message: error instanceof TimeStampFailed ? error.message : "The answer cannot be read",
      }),
  });
}
