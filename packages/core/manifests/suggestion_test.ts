import { assert, describe, it } from "@effect/vitest";

import { nearestName } from "./suggestion.ts";

const NAMES = ["firstName", "lastName", "email", "designation", "order", "sync", "name"];

describe("nearestName()", () => {
  it.each([
    ["fristName", "firstName"],
    ["first_name", "firstName"],
    ["Email", "email"],
    ["emial", "email"],
    ["desination", "designation"],
    ["synchronous", "sync"],
    ["nmae", "name"],
    ["names", "name"],
  ])("suggests for %s %s", (name, suggestion) =>
    assert.strictEqual(nearestName(name, NAMES), suggestion),
  );

  it.each(["role", "x", "", "zzzzzzzz", "email".repeat(100)])("suggests nothing for %s", (name) =>
    assert.isUndefined(nearestName(name, NAMES)),
  );
});
