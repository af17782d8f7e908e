import { Predicate } from "effect";

/**
 * Says of objects that may hold anything that they do: JSON Schema means that anyway, but generators
 * of clients take an object of which nothing is said for one with nothing in it. And of no object that
 * it holds nothing else: what a request has besides is not looked at, and answers get new fields.
 */
export function openObjects(
  description: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(description)
    .filter(([name, value]) => !(name === "additionalProperties" && value === false))
    .map(([name, value]) => [name, opened(value)]);
  const isUnsaid =
    description["type"] === "object" &&
    !["properties", "additionalProperties", "patternProperties"].some((key) => key in description);
  return { ...Object.fromEntries(entries), ...(isUnsaid ? { additionalProperties: true } : {}) };
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  return Predicate.isObject(value) ? openObjects(value) : value;
}

/** The description of a list of warnings. */
const WARNINGS = {
  type: "object",
  properties: {
    warnings: {
      type: "array",
      description:
        "Unknown body fields and options, and keys of the data that the manifest lacks. Absent without any.",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["path", "message"],
      },
    },
  },
};

const REFERENCE = { $ref: "#/components/schemas/Warned" };
const BODY_METHODS = new Set(["post", "put", "patch"]);

/**
 * Adds `warnings` to every 2xx JSON object that answers a POST, PUT or PATCH in a description of the API:
 * it is added to responses outside of their schema.
 */
export function warnedResponses(
  description: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { paths, components } = description;
  const { schemas } = record(components);
  return {
    ...description,
    paths: mapValues(record(paths), (item) =>
      mapValues(record(item), (operation, method) =>
        BODY_METHODS.has(method) ? warnedOperation(record(operation)) : operation,
      ),
    ),
    components: { ...record(components), schemas: { ...record(schemas), Warned: WARNINGS } },
  };
}

function warnedOperation(operation: Readonly<Record<string, unknown>>) {
  const responses = mapValues(record(operation["responses"]), (response, status) =>
    status.startsWith("2") ? warnedResponse(record(response)) : response,
  );
  return { ...operation, responses };
}

function warnedResponse(response: Readonly<Record<string, unknown>>) {
  const { content } = response;
  if (!Predicate.isObject(content)) return response;
  const warned = mapValues(content, (media, type) => {
    if (type !== "application/json") return media;
    const { schema, ...rest } = record(media);
    return { ...rest, schema: { allOf: [schema, REFERENCE] } };
  });
  return { ...response, content: warned };
}

function mapValues(
  from: Readonly<Record<string, unknown>>,
  to: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value, name)]));
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return Predicate.isObject(value) ? value : {};
}
