import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { accentProperties } from "./browser/appearance/accent.ts";
import { colorOf, contrast, hexOf } from "./browser/appearance/color.ts";
import { failureFrom } from "./browser/session/call_failed.ts";
import { tokenFromMessage } from "./browser/session/messages.ts";
import { mayCommand, targetOrigins } from "./browser/session/parent_origin.ts";
import { isWorthRetrying, pauseAfter } from "./browser/session/retry.ts";
import { fragmentWith, tokenIn } from "./browser/session/token.ts";

describe("a token", () => {
  it("is read from a fragment and put back into it", () => {
    assert.strictEqual(tokenIn("#token=ey.a-b_c.d"), "ey.a-b_c.d");
    for (const fragment of ["", "#", "#token=", "#other=1"]) {
      assert.isUndefined(tokenIn(fragment));
    }
    assert.strictEqual(fragmentWith("#page=2&token=old", "new"), "#page=2&token=new");
    assert.strictEqual(tokenIn(fragmentWith("", "a+b&c=d")), "a+b&c=d");
  });

  it("is taken from messages that bring one, and no others", () => {
    assert.strictEqual(tokenFromMessage({ type: "paraph:token", token: "t" }), "t");
    for (const other of [
      null,
      "paraph:token",
      { type: "paraph:token" },
      { type: "paraph:token", token: "" },
      { type: "other", token: "t" },
    ]) {
      assert.isUndefined(tokenFromMessage(other));
    }
  });
});

describe("retrying", () => {
  it("waits twice as long each time, as long as the server asks, and never too long", () => {
    const pauses = [1, 2, 3, 4, 5].map((attempt) => pauseAfter(attempt, null, 0.5));
    assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000]);
    assert.deepEqual([pauseAfter(1, null, 0), pauseAfter(1, null, 1)], [750, 1250]);
    assert.strictEqual(pauseAfter(1, "7", 0.5), 7000);
    assert.strictEqual(pauseAfter(1, "3600", 0.5), 30_000);
    assert.strictEqual(pauseAfter(1, "Wed, 21 Oct 2026 07:28:00 GMT", 0.5), 1000);
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
    assert.deepEqual([isWorthRetrying(end, true), isWorthRetrying(end, false)], [repeatable, once]);
  });
});

describe("whom a page speaks with", () => {
  const allowedOrigins = ["https://a.example", "https://b.example"];
  const framed = { isFramed: true, parentOrigin: undefined, pinned: undefined, allowedOrigins };

  it("is nobody when nobody is around, or somebody who is not allowed", () => {
    assert.deepEqual(targetOrigins({ ...framed, isFramed: false }), []);
    assert.deepEqual(targetOrigins({ ...framed, parentOrigin: "https://evil.example" }), []);
    assert.isFalse(
      mayCommand("https://a.example", { ...framed, parentOrigin: "https://b.example" }),
    );
  });

  it("is who is around, and each that may be where browsers do not tell", () => {
    assert.deepEqual(targetOrigins({ ...framed, parentOrigin: "https://b.example" }), [
      "https://b.example",
    ]);
    assert.deepEqual(targetOrigins(framed), allowedOrigins);
    const pinned = { ...framed, pinned: "https://a.example" };
    assert.deepEqual(targetOrigins(pinned), ["https://a.example"]);
    assert.isTrue(mayCommand("https://a.example", pinned));
    assert.isFalse(mayCommand("https://b.example", pinned));
    assert.isFalse(mayCommand("https://evil.example", framed));
  });
});

describe("failureFrom()", () => {
  it("reads nested and flat errors, and whatever else answers", () => {
    const issues = { formErrors: ["No"], fieldErrors: { "items.3.price": ["Too much"] } };
    const error = { code: "invalid_input_data", message: "Wrong", issues };
    const nested = failureFrom(400, JSON.stringify({ error }));
    assert.deepEqual([nested.code, nested.message, nested.issues], [error.code, "Wrong", issues]);
    const flat = failureFrom(401, JSON.stringify({ error: "refresh_failed", message: "Spent" }));
    assert.deepEqual([flat.code, flat.message], ["refresh_failed", "Spent"]);
    for (const body of ["<html>", "null", "{}", '{"error":{"issues":[]}}']) {
      const failure = failureFrom(502, body);
      assert.deepEqual([failure.code, failure.status], ["unknown", 502]);
      assert.deepEqual(failure.issues, { formErrors: [], fieldErrors: {} });
    }
  });
});

const Part = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }));

describe("accentProperties()", () => {
  it.prop("can be read in any color and theme", [Schema.Tuple([Part, Part, Part])], ([color]) => {
    const ratio = (one: string | undefined, other: string | undefined) => {
      const [a, b] = [colorOf(one ?? ""), colorOf(other ?? "")];
      return a === undefined || b === undefined ? 0 : contrast(a, b);
    };
    return (["light", "dark"] as const).every((theme) => {
      const worn = accentProperties(hexOf(color), theme);
      return (
        ratio(worn["--accent"], theme === "light" ? "#ffffff" : "#1c2026") >= 4.45 &&
        ratio(worn["--brand"], worn["--on-brand"]) >= 4.2 &&
        ratio(worn["--brand-strong"], worn["--on-brand"]) >= 4.2 &&
        ratio(worn["--accent"], worn["--on-accent"]) >= 4.2
      );
    });
  });

  it("keeps a partner's color where it is filled in, and ignores what is no color", () => {
    assert.strictEqual(accentProperties("#FFD400", "light")["--brand"], "#ffd400");
    assert.deepEqual(accentProperties("red; background: url(x)", "light"), {});
  });
});
