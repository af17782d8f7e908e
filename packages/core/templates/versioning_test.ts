import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { nextVersion, pinnedVersion } from "./versioning.ts";

const Version = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }));

describe("nextVersion()", () => {
  it.prop("counts publications", [Version], ([count]) => {
    let version: number | null = null;
    for (let step = 0; step < count; step++) version = nextVersion(version);
    assert.strictEqual(version, count);
  });
});

describe("pinnedVersion()", () => {
  it.prop("pins only published versions", [Version, Schema.Int], ([current, requestedVersion]) => {
    const result = pinnedVersion(current, requestedVersion);
    assert.strictEqual(
      Result.isSuccess(result),
      requestedVersion >= 1 && requestedVersion <= current,
    );
  });

  it("pins the current version by default, and fails before the first publication", () => {
    assert.deepStrictEqual(pinnedVersion(7, undefined), Result.succeed(7));
    const before = pinnedVersion(null, 1);
    assert.strictEqual(Result.isFailure(before) && before.failure._tag, "no_published_version");
  });
});
