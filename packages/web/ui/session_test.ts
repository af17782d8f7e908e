import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import {
  accentProperties,
  contrast,
  GROUNDS,
  parseColor,
  toHex,
} from "./browser/appearance/color.ts";
import { parseFailure } from "./browser/session/call_failed.ts";
import { isRetryable, retryDelay } from "./browser/session/caller.ts";
import {
  parseTokenMessage,
  isTrustedOrigin,
  targetOrigins,
  replaceToken,
  tokenInFragment,
} from "./browser/session/messages.ts";

describe("a token", () => {
  it("is read from a fragment and replaced in it", () => {
    assert.strictEqual(tokenInFragment("#token=ey.a-b_c.d"), "ey.a-b_c.d");
    for (const fragment of ["", "#", "#token=", "#other=1"]) {
      assert.isUndefined(tokenInFragment(fragment));
    }
    assert.strictEqual(replaceToken("#page=2&token=old", "new"), "#page=2&token=new");
    assert.strictEqual(tokenInFragment(replaceToken("", "a+b&c=d")), "a+b&c=d");
  });

  it("is accepted only from token messages", () => {
    assert.strictEqual(parseTokenMessage({ type: "paraph:token", token: "t" }), "t");
    for (const other of [
      null,
      "paraph:token",
      { type: "paraph:token" },
      { type: "paraph:token", token: "" },
      { type: "other", token: "t" },
    ]) {
      assert.isUndefined(parseTokenMessage(other));
    }
  });
});

describe("retrying", () => {
  it("backs off exponentially, honours Retry-After, and has a maximum", () => {
    const pauses = [1, 2, 3, 4, 5].map((attempt) => retryDelay(attempt, null, 0.5));
    assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000]);
    assert.deepEqual([retryDelay(1, null, 0), retryDelay(1, null, 1)], [750, 1250]);
    assert.strictEqual(retryDelay(1, "7", 0.5), 7000);
    assert.strictEqual(retryDelay(1, "3600", 0.5), 30_000);
    assert.strictEqual(retryDelay(1, "Wed, 21 Oct 2026 07:28:00 GMT", 0.5), 1000);
  });

  it.each([
    [429, true, true],
    [503, true, true],
    [500, true, false],
    [502, true, false],
    [undefined, true, false],
    [400, false, false],
    [409, false, false],
  ])("after %s: %s when it is repeatable, else %s", (end, repeatable, once) => {
    assert.deepEqual([isRetryable(end, true), isRetryable(end, false)], [repeatable, once]);
  });
});

describe("the origins of messages", () => {
  const allowedOrigins = ["https://a.example", "https://b.example"];
  const framedPlacement = {
    isFramed: true,
    parentOrigin: undefined,
    pinnedOrigin: undefined,
    allowedOrigins,
  };

  it("are none without an embedding page, or with one that is not allowed", () => {
    assert.deepEqual(targetOrigins({ ...framedPlacement, isFramed: false }), []);
    assert.deepEqual(
      targetOrigins({ ...framedPlacement, parentOrigin: "https://evil.example" }),
      [],
    );
    assert.isFalse(
      isTrustedOrigin("https://a.example", {
        ...framedPlacement,
        parentOrigin: "https://b.example",
      }),
    );
  });

  it("are the parent's origin, or all allowed ones where browsers do not report it", () => {
    assert.deepEqual(targetOrigins({ ...framedPlacement, parentOrigin: "https://b.example" }), [
      "https://b.example",
    ]);
    assert.deepEqual(targetOrigins(framedPlacement), allowedOrigins);
    const pinnedPlacement = { ...framedPlacement, pinnedOrigin: "https://a.example" };
    assert.deepEqual(targetOrigins(pinnedPlacement), ["https://a.example"]);
    assert.isTrue(isTrustedOrigin("https://a.example", pinnedPlacement));
    assert.isFalse(isTrustedOrigin("https://b.example", pinnedPlacement));
    assert.isFalse(isTrustedOrigin("https://evil.example", framedPlacement));
  });
});

describe("parseFailure()", () => {
  it("reads nested and flat errors, and other responses", () => {
    const issues = { formErrors: ["No"], fieldErrors: { "items.3.price": ["Too much"] } };
    const error = { code: "invalid_input_data", message: "Wrong", issues };
    const nestedFailure = parseFailure(400, JSON.stringify({ error }));
    assert.deepEqual(
      [nestedFailure.code, nestedFailure.message, nestedFailure.issues],
      [error.code, "Wrong", issues],
    );
    const flatFailure = parseFailure(
      401,
      JSON.stringify({ error: "refresh_failed", message: "Spent" }),
    );
    assert.deepEqual([flatFailure.code, flatFailure.message], ["refresh_failed", "Spent"]);
    for (const body of ["<html>", "null", "{}", '{"error":{"issues":[]}}']) {
      const failure = parseFailure(502, body);
      assert.deepEqual([failure.code, failure.status], ["unknown", 502]);
      assert.deepEqual(failure.issues, { formErrors: [], fieldErrors: {} });
    }
  });
});

const Part = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }));

describe("accentProperties()", () => {
  it.prop("is readable in any color and theme", [Schema.Tuple([Part, Part, Part])], ([color]) => {
    const ratio = (one: string | undefined, other: string | undefined) => {
      const [a, b] = [parseColor(one ?? ""), parseColor(other ?? "")];
      return a === undefined || b === undefined ? 0 : contrast(a, b);
    };
    return (["light", "dark"] as const).every((theme) => {
      const properties = accentProperties(toHex(color), theme);
      const onGround = accentProperties(toHex(color), theme, GROUNDS[theme]);
      return (
        ratio(properties["--accent"], theme === "light" ? "#ffffff" : "#1c2026") >= 4.5 &&
        ratio(onGround["--accent"], theme === "light" ? "#e9ecf0" : "#1c2026") >= 4.5 &&
        ratio(onGround["--accent"], onGround["--on-accent"]) >= 4.5 &&
        ratio(properties["--brand"], properties["--on-brand"]) >= 4.5 &&
        ratio(properties["--brand-strong"], properties["--on-brand"]) >= 4.5 &&
        ratio(properties["--accent"], properties["--on-accent"]) >= 4.5
      );
    });
  });

  it("uses an integrator's color for filled areas, and ignores invalid colors", () => {
    assert.strictEqual(accentProperties("#FFD400", "light")["--brand"], "#ffd400");
    assert.deepEqual(accentProperties("red; background: url(x)", "light"), {});
  });
});
