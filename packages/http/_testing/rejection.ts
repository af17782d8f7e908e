import { assert } from "@effect/vitest";
import { Effect } from "effect";

/** What a promise rejects with; one that does not is a failed test. */
export const rejection = (call: () => Promise<unknown>): Effect.Effect<unknown> =>
  Effect.promise(() =>
    call().then(
      () => assert.fail("It did not reject"),
      (failure: unknown) => failure,
    ),
  );
