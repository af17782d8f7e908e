import { assert, describe, it } from "@effect/vitest";

import { isDue, tokenFrom } from "./embed.js";

describe("isDue()", () => {
  const end = "2026-12-24T18:00:00.000Z";
  const minutesBefore = (minutes: number) => Date.parse(end) - minutes * 60_000;

  it.each([
    [5.01, false],
    [5, true],
    [0, true],
    // The device was asleep.
    [-600, true],
  ])("%s minutes before the end: %s", (minutes, due) =>
    assert.strictEqual(isDue(end, minutesBefore(minutes)), due),
  );

  it("returns false for an unknown expiry", () => {
    assert.isFalse(isDue(undefined, Date.parse(end)));
    assert.isFalse(isDue("soon", Date.parse(end)));
  });
});

describe("tokenFrom()", () => {
  it("returns the token, or the token in the URL", () => {
    assert.strictEqual(tokenFrom({ session_token: "a.b.c" }), "a.b.c");
    const iframe_url = "https://paraph.example/embed/form?session=1#token=d.e-_.f";
    assert.strictEqual(tokenFrom({ iframe_url }), "d.e-_.f");
    assert.isUndefined(tokenFrom({ iframe_url: "https://paraph.example/embed/form" }));
    assert.isUndefined(tokenFrom({}));
  });
});
