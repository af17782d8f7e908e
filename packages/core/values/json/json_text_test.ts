import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { MAX_DEPTH, unstorableParts } from "./json_text.ts";

describe("unstorableParts()", () => {
  it.prop("finds no problem in JSON that PostgreSQL can store", [Schema.Json], ([value]) => {
    const clean: unknown = JSON.parse(
      JSON.stringify(value).replaceAll(/\\u(0000|d[89a-f]..)/gi, "?"),
    );
    assert.deepStrictEqual(unstorableParts(clean), []);
  });

  it("reports the path of every problem, keys too", () => {
    const paths = unstorableParts({ a: "\0", b: { "\ud800": 1 }, c: ["\udfff", "\u{1f600}"] }).map(
      ({ path }) => path,
    );
    assert.sameMembers(paths, ["a", String.raw`b."\ud800"`, "c.0"]);
  });

  it("stops at the maximum depth, however deep the value is", () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    assert.match(unstorableParts(deep)[0]?.message ?? "", /deeper/);
    const fine: unknown = JSON.parse("[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH));
    assert.deepStrictEqual(unstorableParts(fine), []);
  });
});
