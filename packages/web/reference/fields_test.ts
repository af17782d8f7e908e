import { assert, describe, it } from "@effect/vitest";

import { schemaReader } from "./fields.ts";

const text = (more: object = {}) => ({ type: "string", ...more });
const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const reader = schemaReader({
  info: { title: "API", description: "" },
  tags: [],
  paths: {},
  components: {
    schemas: {
      Slug: text({ maxLength: 120, description: "A slug." }),
      Person: {
        type: "object",
        properties: {
          name: { ...text({ minLength: 1, maxLength: 2000 }), description: "The name." },
          slug: $ref("Slug"),
          parent: { anyOf: [$ref("Person"), { type: "null" }], description: "The parent." },
        },
        required: ["name"],
      },
    },
    securitySchemes: {},
  },
});
const typeOf = (schema: unknown) => reader.typeOf(schema, (name) => `<${name}>`);

describe("typeOf()", () => {
  it.each([
    [text({ format: "uuid" }), "ID"],
    [text({ format: "date-time" }), "timestamp"],
    [text({ enum: ["a", "b", "c"] }), "`a`, `b` or `c`"],
    [{ type: "integer", minimum: 1, maximum: 8760 }, "integer, 1 to 8,760"],
    [{ type: "number", exclusiveMinimum: 0, maximum: 100 }, "number, more than 0, at most 100"],
    [
      { type: "array", items: text({ maxLength: 9 }), maxItems: 5 },
      "list of at most 5 strings, each at most 9 characters",
    ],
    [{ type: "array", items: $ref("Person") }, "list of <Person>"],
    [{ anyOf: [$ref("Slug"), { type: "null" }] }, "string, at most 120 characters or `null`"],
    [{}, "any JSON"],
  ])("describes %j", (schema, expected) => {
    assert.strictEqual(typeOf(schema), expected);
  });
});

describe("fieldsOf()", () => {
  it("describes fields, also by the schemas that they refer to", () => {
    const fields = reader.fieldsOf($ref("Person"), (name) => name);
    assert.deepStrictEqual(
      fields.map(({ name, description, isRequired }) => [name, description, isRequired]),
      [
        ["name", "The name.", true],
        ["slug", "A slug.", false],
        ["parent", "The parent.", false],
      ],
    );
  });
});

describe("objectsIn()", () => {
  it("finds objects at any depth, and ends for recursive ones", () => {
    assert.deepStrictEqual([...reader.objectsIn([{ items: $ref("Person") }])], ["Person"]);
  });
});
