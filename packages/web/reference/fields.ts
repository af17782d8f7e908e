import { type JsonObject, list, type OpenApiDocument, record } from "./operations.ts";

/** A field of an object: its name, and its type and meaning in Markdown. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** Returns the Markdown for the name of an object's schema, such as a link to it. */
export type NameObject = (name: string) => string;

const SCHEMAS = "#/components/schemas/";

/** The name of the schema that a `$ref` names; undefined for other schemas. */
export const referenceOf = (schema: unknown): string | undefined => {
  const { $ref } = record(schema);
  return typeof $ref === "string" ? $ref.slice(SCHEMAS.length) : undefined;
};

/** Reads the schemas of a document for people. */
export function schemaReader({ components: { schemas } }: OpenApiDocument) {
  const resolve = (schema: unknown): JsonObject => {
    const name = referenceOf(schema);
    return name === undefined ? record(schema) : (schemas[name] ?? {});
  };

  const isObject = (name: string) => "properties" in (schemas[name] ?? {});

  /** The schema without the alternative `null`, and whether it has that. */
  const nonNull = (schema: JsonObject) => {
    const { anyOf } = schema;
    if (!Array.isArray(anyOf)) return { schema, isNullable: false };
    const others = anyOf.filter((each) => record(each)["type"] !== "null");
    const [only] = others;
    const alone = others.length === 1 ? record(only) : { ...schema, anyOf: others };
    return { schema: alone, isNullable: others.length < anyOf.length };
  };

  const typeOf = (whole: unknown, name: NameObject): string => {
    const reference = referenceOf(whole);
    if (reference !== undefined && isObject(reference)) return name(reference);
    const { schema, isNullable } = nonNull(resolve(whole));
    const type = referenceOf(schema) === undefined ? plainType(schema, name) : typeOf(schema, name);
    return isNullable ? `${type} or \`null\`` : type;
  };

  const plainType = (schema: JsonObject, name: NameObject): string => {
    const { type, anyOf, oneOf, allOf, items, additionalProperties } = schema;
    const alternatives = list(anyOf ?? oneOf);
    if (Array.isArray(schema["enum"])) return joinWithOr(schema["enum"]);
    if ("const" in schema) return code(schema["const"]);
    if (alternatives.length > 0) {
      return [...new Set(alternatives.map((each) => typeOf(each, name)))].join(" or ");
    }
    if (type === "array") return `list of ${itemLimits(schema)}${plural(typeOf(items, name))}`;
    if (type === "object") {
      const { type: ofValues } = resolve(additionalProperties);
      return typeof ofValues === "string" ? `object of ${ofValues}s` : "object";
    }
    if (type === "string") {
      return FORMATS[String(schema["format"])] ?? `string${lengths(schema)}`;
    }
    if (type === "integer" || type === "number") return `${type}${bounds(schema)}`;
    if (typeof type === "string") return type;
    const [first] = list(allOf);
    return first === undefined ? "any JSON" : typeOf(first, name);
  };

  /** The fields of an object, also of one that is composed of others. */
  const fieldsOf = (whole: unknown, name: NameObject): ReadonlyArray<Field> => {
    const { properties, required, allOf } = resolve(whole);
    const own = Object.entries(record(properties)).map(([field, schema]) => ({
      name: field,
      type: typeOf(schema, name),
      description: descriptionOf(schema),
      isRequired: list(required).includes(field),
    }));
    const parents = list(allOf).filter((each) => referenceOf(each) !== "Warned");
    return [...parents.flatMap((each) => fieldsOf(each, name)), ...own];
  };

  const descriptionOf = (schema: unknown): string => {
    const { description, anyOf } = record(schema);
    if (typeof description === "string") return description;
    const [only, ...others] = list(anyOf).filter((each) => record(each)["type"] !== "null");
    const target = others.length === 0 && only !== undefined ? only : schema;
    const targetDescription = resolve(target)["description"];
    return typeof targetDescription === "string" ? targetDescription : "";
  };

  /** The names of the objects that a schema uses, itself included. */
  const objectsIn = (schema: unknown, names = new Set<string>()): ReadonlySet<string> => {
    const name = referenceOf(schema);
    if (name !== undefined) {
      if (names.has(name)) return names;
      if (isObject(name) && name !== "Warned") names.add(name);
      objectsIn(schemas[name], names);
      return names;
    }
    const members = Array.isArray(schema) ? schema : Object.values(record(schema));
    for (const member of members) if (typeof member === "object") objectsIn(member, names);
    return names;
  };

  return { resolve, isObject, typeOf, fieldsOf, descriptionOf, objectsIn };
}
export type SchemaReader = ReturnType<typeof schemaReader>;

/** The schema of the JSON of a message, without the warnings that every response may have. */
export function jsonSchemaOf(content: JsonObject | undefined): unknown {
  const { schema } = record(record(content)["application/json"]);
  const [first, second] = list(record(schema)["allOf"]);
  return referenceOf(second) === "Warned" ? first : schema;
}

const code = (value: unknown) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

function joinWithOr(values: ReadonlyArray<unknown>): string {
  const texts = values.map(code);
  const last = texts.pop() ?? "";
  return texts.length === 0 ? last : `${texts.join(", ")} or ${last}`;
}

function range(from: unknown, to: unknown): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (to === undefined) return `at least ${number(from)}`;
  return from === undefined ? `at most ${number(to)}` : `${number(from)} to ${number(to)}`;
}

const DIGITS = new Intl.NumberFormat("en");

const number = (value: unknown) => DIGITS.format(Number(value));

/** The names of texts in a format. */
const FORMATS: Readonly<Record<string, string>> = { uuid: "ID", "date-time": "timestamp" };

/** A smallest length of 0 says nothing. */
function lengths({ minLength, maxLength }: JsonObject): string {
  const limits = range(minLength === 0 ? undefined : minLength, maxLength);
  return limits === undefined ? "" : `, ${limits} characters`;
}

function bounds({ minimum, maximum, exclusiveMinimum }: JsonObject): string {
  const above = exclusiveMinimum === undefined ? "" : `, more than ${number(exclusiveMinimum)}`;
  const limits = range(minimum, maximum);
  return `${above}${limits === undefined ? "" : `, ${limits}`}`;
}

function itemLimits({ minItems, maxItems }: JsonObject): string {
  const limits = range(minItems === 0 ? undefined : minItems, maxItems);
  return limits === undefined ? "" : `${limits} `;
}

/** The type of the members of a list. */
function plural(type: string): string {
  const [, noun = "", rest] =
    /^(string|integer|number|boolean|object|ID|timestamp)(?:, (.*))?$/.exec(type) ?? [];
  if (noun === "") return type;
  return rest === undefined ? `${noun}s` : `${noun}s, each ${rest}`;
}
