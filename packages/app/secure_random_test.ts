import { assert, it } from "@effect/vitest";
import { Effect } from "effect";
import { SecureRandom } from "effect/crypto";

import { secureRandom } from "./secure_random.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

it.effect("never repeats bytes, although callers change their bytes", () =>
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom;
    const drawn = new Set<string>();
    for (let n = 0; n < 2000; n++) {
      const bytes = yield* random.randomBytes(16);
      drawn.add(hex(bytes));
      bytes.fill(0);
    }
    assert.strictEqual(drawn.size, 2000);
    assert.isFalse(drawn.has("00".repeat(16)));
  }).pipe(Effect.provide(secureRandom)),
);

it.effect.each([0, 1, 4095, 4096, 4097, 70_000])("gives %d bytes", (size) =>
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom;
    // Not at the beginning of what was fetched from the system.
    yield* random.randomBytes(7);
    const bytes = yield* random.randomBytes(size);
    assert.strictEqual(bytes.length, size);
    // Half of all values at least, in anything as long as this.
    if (size > 4000) assert.isAbove(new Set(bytes).size, 128);
  }).pipe(Effect.provide(secureRandom)),
);
