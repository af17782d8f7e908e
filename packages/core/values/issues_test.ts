import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { groupIssues, issuesOfSchema } from "./issues.ts";

describe("issuesOfSchema()", () => {
  it("reports every problem with its dotted path", () => {
    const schema = Schema.Struct({
      name: Schema.String,
      items: Schema.Array(Schema.Struct({ n: Schema.Finite })),
    });
    const result = Schema.decodeUnknownResult(schema, { errors: "all" })({ items: [{ n: 1 }, {}] });
    const issues = Result.isFailure(result) ? issuesOfSchema(result.failure.issue) : [];
    assert.sameMembers(
      issues.map(({ path }) => path),
      ["name", "items.1.n"],
    );
  });

  it("names the type of an optional field, or its own message", () => {
    const schema = Schema.Struct({
      name: Schema.optional(Schema.String),
      age: Schema.optional(Schema.Number.annotate({ message: "Expected years" })),
    });
    const result = Schema.decodeUnknownResult(schema, { errors: "all" })({ name: 1, age: "old" });
    const issues = Result.isFailure(result) ? issuesOfSchema(result.failure.issue) : [];
    assert.deepEqual(issues, [
      { path: "name", message: "Expected string" },
      { path: "age", message: "Expected years" },
    ]);
  });
});

describe("groupIssues()", () => {
  it("accepts any path as a key, `__proto__` too", () => {
    const issues = groupIssues([{ path: "__proto__", message: "Bad" }]);
    assert.deepStrictEqual(Object.entries(issues.fieldErrors), [["__proto__", ["Bad"]]]);
  });
});
