import { type JsonObject, record } from "./json_values.ts";

/** Bounds that every integer of JavaScript has. */
const SAFE_BOUNDS = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/**
 * Simplifies a generated schema: its description is next to its type or `$ref`, alternatives differ,
 * and bounds and patterns say something that `type` and `format` do not.
 */
export function tidySchema(schema: JsonObject): JsonObject {
  return withoutNoise(withoutDuplicates(withoutWrapper(withHoistedDescription(schema))));
}

/** A description of a property is generated as `allOf: [{ description }]`. */
function withHoistedDescription(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  const descriptions = allOf.map(descriptionAlone);
  const description = descriptions.find((each) => each !== undefined);
  if (description === undefined) return schema;
  const others = allOf.filter((_, index) => descriptions[index] === undefined);
  return { ...rest, ...(others.length === 0 ? {} : { allOf: others }), description };
}

/** The description of a schema that has nothing else. */
function descriptionAlone(schema: unknown): unknown {
  const { description, ...rest } = record(schema);
  return Object.keys(rest).length === 0 ? description : undefined;
}

/** A described `$ref` is generated as `{ allOf: [{ $ref }], description }`. */
function withoutWrapper(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1) return schema;
  return { ...record(allOf[0]), ...rest };
}

/** Middleware and endpoints may list the same error. */
function withoutDuplicates(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const byText = new Map<string, unknown>(anyOf.map((each) => [JSON.stringify(each), each]));
  const different = [...byText.values()];
  return different.length === 1
    ? { ...rest, ...record(different[0]) }
    : { ...schema, anyOf: different };
}

function withoutNoise(schema: JsonObject): JsonObject {
  const isUuid = schema["type"] === "string" && schema["format"] === "uuid";
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) =>
        !(isUuid && name === "pattern") &&
        !(name === "minimum" && value === SAFE_BOUNDS.minimum) &&
        !(name === "maximum" && value === SAFE_BOUNDS.maximum),
    ),
  );
}
