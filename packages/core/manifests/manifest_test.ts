import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { issuesOfSchema } from "../values/mod.ts";
import { Manifest } from "./manifest.ts";

const decode = Schema.decodeUnknownResult(Manifest, { errors: "all" });
const variable = (key: string, more: object = {}) => ({
  key,
  label: "L",
  dataType: "text",
  ...more,
});
const loop = (key: string, ...fields: ReadonlyArray<string>) => ({
  key,
  label: "L",
  itemFields: fields.map((field) => variable(field)),
});
const problems = (manifest: unknown) => {
  const result = decode(manifest);
  return Result.isFailure(result)
    ? issuesOfSchema(result.failure.issue).map(({ path }) => path)
    : [];
};

describe("Manifest", () => {
  it("sets the default of `required` and changes nothing else", () => {
    const manifest = { variables: [variable("a", { previewData: [1, null] })], loops: [] };
    assert.deepStrictEqual(Result.getOrThrow(decode(manifest)).variables[0], {
      key: "a",
      label: "L",
      dataType: "text",
      required: false,
      previewData: [1, null],
    });
  });

  it.each([
    [[variable("a"), variable("a")], ["variables.1.key"]],
    [[variable("a"), variable("a.b")], ["variables.1.key"]],
    [[variable("a.b.c"), variable("a.b")], ["variables.0.key"]],
    [
      [variable("1a"), variable("a..b"), variable("a b")],
      ["variables.0.key", "variables.1.key", "variables.2.key"],
    ],
    [
      [variable("__proto__"), variable("a.constructor")],
      ["variables.0.key", "variables.1.key"],
    ],
    [[variable("a.b.c.d.e.f.g.h.i")], ["variables.0.key"]],
    [[variable("x".repeat(161))], ["variables.0.key"]],
    [[variable("a", { label: "" })], ["variables.0.label"]],
    [[variable("a", { dataType: "blob" })], ["variables.0.dataType"]],
    [[variable("a", { dataType: "currency", format: "currency:NOPE" })], ["variables.0.format"]],
    [[variable("a", { description: "x".repeat(281) })], ["variables.0.description"]],
    [Array.from({ length: 501 }, (_, index) => variable(`v${index}`)), ["variables"]],
  ])("rejects variables %#", (variables, paths) => {
    assert.sameMembers([...problems({ variables, loops: [] })], paths);
  });

  it("allows a group of variables and siblings", () => {
    assert.deepStrictEqual(
      problems({ variables: [variable("a.b"), variable("a.c"), variable("ab")], loops: [] }),
      [],
    );
  });

  it.each([
    [[loop("items")], ["loops.0.itemFields"]],
    [[loop("a", "x")], ["loops.0.key"]],
    [[loop("items", "x"), loop("items", "x")], ["loops.1.key"]],
    [[loop("items", "x", "x")], ["loops.0.itemFields.1.key"]],
  ])("rejects loops %#", (loops, paths) => {
    assert.sameMembers([...problems({ variables: [variable("a.b")], loops })], paths);
  });

  it("accepts a dot in a loop's key, which has the error `invalid_loop_key`", () => {
    assert.deepStrictEqual(problems({ variables: [], loops: [loop("a.b", "x")] }), []);
  });

  it("nests loops up to three levels, each with names of its own", () => {
    const nested = (
      key: string,
      loops: ReadonlyArray<object>,
      ...fields: ReadonlyArray<string>
    ) => ({ ...loop(key, ...fields), loops });
    const of = (...loops: ReadonlyArray<object>) => problems({ variables: [variable("a")], loops });
    const items = loop("items", "price");
    assert.deepStrictEqual(of(nested("a1", [nested("b", [items], "name")], "name")), []);
    assert.deepStrictEqual(of(nested("items", [nested("items", [items], "items1")], "name")), []);
    assert.deepStrictEqual(of(nested("c", [items, items], "name")), ["loops.0.loops.1.key"]);
    assert.deepStrictEqual(of(nested("c", [items], "items.name")), ["loops.0.loops.0.key"]);
    assert.deepStrictEqual(of(nested("c", [nested("d", [nested("e", [items], "x")], "x")], "x")), [
      "loops.0.loops.0.loops.0.loops.0",
    ]);
  });
});
