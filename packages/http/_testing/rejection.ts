import { assert } from "@effect/vitest";
import { Effect } from "effect";

/** The rejection of a promise. The test fails if it resolves. */
export const rejection = (call: () => Promise<unknown>): Effect.Effect<unknown> =>
  Effect.promise(() =>
    call().then(
      () => assert.fail("It did not reject"),
      (failure: unknown) => failure,
    ),
  );
