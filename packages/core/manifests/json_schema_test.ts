import { assert, describe, it } from "@effect/vitest";

import type { DataType } from "./data_type.ts";
import { dataSchema } from "./json_schema.ts";

const variable = (key: string, dataType: DataType, required = false) => ({
  key,
  label: key,
  dataType,
  required,
});

describe("dataSchema()", () => {
  it("nests by dot-path, requires groups of required values, and lists loops", () => {
    const schema = dataSchema({
      variables: [
        variable("customer.name", "text", true),
        variable("customer.vip", "boolean"),
        variable("due", "date"),
      ],
      loops: [
        {
          key: "items",
          label: "Items",
          itemFields: [variable("price", "currency", true)],
          loops: [{ key: "parts", label: "Parts", itemFields: [variable("code", "text", true)] }],
        },
      ],
    });
    assert.deepInclude(schema, {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
    });
    assert.deepStrictEqual(schema["required"], ["customer"]);
    assert.deepNestedInclude(schema, {
      "properties.customer.required": ["name"],
      "properties.customer.properties.name.title": "customer.name",
      "properties.due.anyOf": [{ type: "string", format: "date" }, { type: "null" }],
      "properties.items.items.required": ["price"],
      "properties.items.maxItems": 10_000,
      "properties.items.items.properties.parts.title": "Parts",
      "properties.items.items.properties.parts.items.required": ["code"],
    });
  });
});
