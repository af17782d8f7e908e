import { assert, describe, it } from "@effect/vitest";
import { Duration } from "effect";

import { rateLimitHeaders } from "./rate_limit.ts";

const policy = { name: "default", requests: 1200, seconds: 60 };

describe("rateLimitHeaders()", () => {
  it("returns the policy and the remaining requests, in whole seconds", () => {
    const state = { remaining: 1199, resetAfter: Duration.millis(50) };
    assert.deepStrictEqual(rateLimitHeaders(policy, state), {
      "ratelimit-policy": '"default";q=1200;w=60',
      ratelimit: '"default";r=1199;t=1',
    });
  });
});
