import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { jsonMembers } from "./json_members.ts";

describe("jsonMembers()", () => {
  it.each([
    ['{"a":1,"m":{"2":1.10,"1":[{"x":"}"}]},"z":2}', '{"2":1.10,"1":[{"x":"}"}]}'],
    ['\ufeff {\n "m" : 12345678901234567890 \n}', "12345678901234567890"],
    ['{"m":1,"m":{"b":2}}', '{"b":2}'],
    ['{"\\u006d":[",",":"]}', '[",",":"]'],
    ['{"a":{"m":1},"b":["m",{"m":2}],"c":"\\"m\\":3"}', undefined],
    ["{}", undefined],
  ])("finds in %s the member %s", (text, member) =>
    assert.strictEqual(jsonMembers(text).get("m"), member),
  );

  it("preserves the order of members, also when their names are numbers", () => {
    const members = [...jsonMembers('{"b":1,"10":2,"2":3,"__proto__":4,"b":5}')];
    assert.deepEqual(members, [
      ["b", "5"],
      ["10", "2"],
      ["2", "3"],
      ["__proto__", "4"],
    ]);
  });

  it.prop(
    "finds the same values as JSON.parse",
    [Schema.Record(Schema.String, Schema.Json)],
    ([value]) => {
      const text = JSON.stringify({ ...value, m: value });
      assert.deepEqual(
        JSON.parse(jsonMembers(text).get("m") ?? ""),
        JSON.parse(JSON.stringify(value)),
      );
    },
  );
});
