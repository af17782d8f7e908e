import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { rememberJsonText, verbatimJson, withMembers } from "./verbatim_json.ts";

describe("verbatimJson()", () => {
  it.prop(
    "writes the same as JSON.stringify",
    [Schema.Record(Schema.String, Schema.Json)],
    ([value]) => {
      assert.strictEqual(verbatimJson(value), JSON.stringify(value));
      const list = [value, undefined, null, new Date(0), { nothing: undefined }];
      assert.strictEqual(verbatimJson(list), JSON.stringify(list));
    },
  );

  it("writes the original text of values at any depth", () => {
    const text = '{ "b": 1e400, "2":1.10, "1": 12345678901234567890 }';
    const value = rememberJsonText<object>(JSON.parse(text), text);
    assert.strictEqual(verbatimJson([{ a: [value], z: 1 }]), `[{"a":[${text}],"z":1}]`);
    assert.strictEqual(verbatimJson(value), text);
  });
});

describe("withMembers()", () => {
  it("replaces and adds members, and preserves the text of the others", () => {
    const text = '{"b":1e400,"same":1.0, "2":1.10,"changed":1,"b":12345678901234567890}';
    const value = rememberJsonText<object>(JSON.parse(text), text);
    const copy = withMembers(value, { changed: 2, same: 1, added: [3], nothing: undefined });
    assert.include(copy, { changed: 2, same: 1 });
    assert.strictEqual(
      verbatimJson(copy),
      '{"b":12345678901234567890,"same":1.0,"2":1.10,"changed":2,"added":[3]}',
    );
  });
});
