import type { Schema } from "effect";

import type { DataType } from "./data_type.ts";
import { MAX_ROWS } from "./input_data.ts";
import type { LoopDefinition, Manifest } from "./manifest.ts";

/** A JSON Schema, draft-07, as JSON. */
export interface DataSchema {
  readonly [keyword: string]: Schema.Json;
}

const DECIMAL = {
  anyOf: [{ type: "number" }, { type: "string", pattern: "^[+-]?[0-9.]+([eE][+-]?[0-9]+)?$" }],
};
const TEXT = { type: ["string", "number", "boolean"], maxLength: 100_000 };

const TYPES: Record<DataType, DataSchema> = {
  text: TEXT,
  longtext: TEXT,
  number: DECIMAL,
  currency: DECIMAL,
  date: { type: "string", format: "date" },
  datetime: { type: "string", format: "date-time" },
  boolean: { enum: [true, false, "true", "false"] },
  image: { type: "string", pattern: "^(data:image/(png|jpe?g);base64,|https?://)" },
  url: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
};

interface SchemaField {
  readonly key: string;
  readonly label: string;
  readonly dataType: DataType;
  readonly required: boolean;
  readonly description?: string;
}

/**
 * The JSON Schema (draft-07) of the render data for a manifest, nested by dot-path.
 *
 * @example A required value makes its group required
 * ```ts
 * import { dataSchema } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const schema = dataSchema({
 *   variables: [{ key: "customer.name", label: "Customer", dataType: "text", required: true }],
 *   loops: [],
 * });
 * assert.deepEqual(schema["required"], ["customer"]);
 * ```
 */
export function dataSchema({ variables, loops }: Manifest): DataSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...objectSchema(variables.map(leafOf), loops.map(loopSchema)),
  };
}

/** A list of rows, which can have lists too. */
function loopSchema({
  key,
  label,
  description,
  itemFields,
  loops = [],
}: LoopDefinition): readonly [string, DataSchema] {
  const schema = {
    type: ["array", "null"],
    title: label,
    ...(description === undefined ? {} : { description }),
    maxItems: MAX_ROWS,
    items: objectSchema(itemFields.map(leafOf), loops.map(loopSchema)),
  };
  return [key, schema];
}

interface Leaf {
  readonly path: ReadonlyArray<string>;
  readonly field: SchemaField;
}

function leafOf(field: SchemaField): Leaf {
  return { path: field.key.split("."), field };
}

function objectSchema(
  leaves: ReadonlyArray<Leaf>,
  more: ReadonlyArray<readonly [string, DataSchema]> = [],
): DataSchema {
  const groups = Map.groupBy(leaves, ({ path }) => path[0] ?? "");
  const properties = [...groups].map(([name, members]) => {
    const [only] = members;
    const isValue = only !== undefined && only.path.length === 1;
    const below = members.map(({ path, field }) => ({ path: path.slice(1), field }));
    return [name, isValue ? valueSchema(only.field) : objectSchema(below)] as const;
  });
  const required = [...groups]
    .filter(([, members]) => members.some(({ field }) => field.required))
    .map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries([...properties, ...more]),
    ...(required.length === 0 ? {} : { required }),
  };
}

function valueSchema({ dataType, label, description, required }: SchemaField): DataSchema {
  const about = { title: label, ...(description === undefined ? {} : { description }) };
  return required
    ? { ...about, ...TYPES[dataType] }
    : { ...about, anyOf: [TYPES[dataType], { type: "null" }] };
}
