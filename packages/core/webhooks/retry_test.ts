import { assert, describe, it } from "@effect/vitest";
import { Duration } from "effect";

import { parseRetryAfter, RETRY_DELAYS, retryDelay } from "./retry.ts";

const seconds = (delay: Duration.Duration | undefined) =>
  delay === undefined ? undefined : Duration.toSeconds(delay);

describe("RETRY_DELAYS", () => {
  it("is the schedule of the contract", () => {
    const text = RETRY_DELAYS.map((delay) => Duration.format(delay)).join(", ");
    assert.strictEqual(text, "5s, 5m, 30m, 2h, 5h, 10h, 10h");
  });
});

describe("retryDelay()", () => {
  it("adds a jitter of up to a tenth, and ends after the last delay", () => {
    for (const [index, delay] of RETRY_DELAYS.entries()) {
      const delaySeconds = Duration.toSeconds(delay);
      assert.strictEqual(seconds(retryDelay(index + 1, { chance: 0 })), delaySeconds);
      assert.strictEqual(seconds(retryDelay(index + 1, { chance: 1 })), (delaySeconds * 11) / 10);
    }
    assert.isUndefined(retryDelay(RETRY_DELAYS.length + 1, { chance: 0 }));
  });

  it("extends the delay to Retry-After, to at most a day", () => {
    const after = (retryAfter: Duration.Duration) => retryDelay(2, { chance: 0, retryAfter });
    assert.strictEqual(seconds(after(Duration.minutes(10))), 600);
    assert.strictEqual(seconds(after(Duration.seconds(1))), 300);
    assert.strictEqual(seconds(after(Duration.days(365))), 86_400);
  });
});

describe("parseRetryAfter()", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  it.each([
    ["120", 120],
    ["0", 0],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["soon", undefined],
    ["-1x", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j is %j seconds", (header, expected) => {
    assert.strictEqual(seconds(parseRetryAfter(header, now)), expected);
  });
});
