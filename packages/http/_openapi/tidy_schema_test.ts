import { assert, describe, it } from "@effect/vitest";

import { tidySchema } from "./tidy_schema.ts";

describe("tidySchema()", () => {
  it("puts the description of a property next to its schema", () => {
    const description = "The reason.";
    const $ref = "#/components/schemas/Reason";
    const rule = { minLength: 1 };
    for (const schema of [
      { $ref, allOf: [{ description }] },
      { allOf: [{ $ref }], description },
    ]) {
      assert.deepStrictEqual(tidySchema(schema), { $ref, description });
    }
    assert.deepStrictEqual(
      tidySchema({ type: "string", description: "A text.", allOf: [rule, { description }] }),
      { type: "string", description, ...rule },
    );
  });

  it("leaves other intersections as they are", () => {
    const schema = { allOf: [{ type: "object" }, { $ref: "#/components/schemas/Warned" }] };
    assert.deepStrictEqual(tidySchema(schema), schema);
  });

  it("drops repeated alternatives", () => {
    const [one, other] = [{ type: "string" }, { type: "null" }];
    assert.deepStrictEqual(tidySchema({ anyOf: [one, other, one] }), { anyOf: [one, other] });
    assert.deepStrictEqual(tidySchema({ anyOf: [one, one] }), one);
  });

  it("drops patterns of UUIDs and bounds of all integers", () => {
    assert.deepStrictEqual(tidySchema({ type: "string", format: "uuid", pattern: "^.{36}$" }), {
      type: "string",
      format: "uuid",
    });
    const maximum = Number.MAX_SAFE_INTEGER;
    assert.deepStrictEqual(tidySchema({ type: "integer", minimum: 1, maximum }), {
      type: "integer",
      minimum: 1,
    });
  });
});
