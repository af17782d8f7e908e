import { Predicate } from "effect";

import { mapValues, record } from "../../_openapi/json_values.ts";

/**
 * Declares open objects in an OpenAPI document. Client generators treat an object without
 * properties as empty, but requests and responses may have further fields.
 */
export function openObjects(
  description: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(description)
    .filter(([name, value]) => !(name === "additionalProperties" && value === false))
    .map(([name, value]) => [name, openValue(value)]);
  const isUnspecified =
    description["type"] === "object" &&
    !["properties", "additionalProperties", "patternProperties"].some((key) => key in description);
  return {
    ...Object.fromEntries(entries),
    ...(isUnspecified ? { additionalProperties: true } : {}),
  };
}

function openValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openValue);
  return Predicate.isObject(value) ? openObjects(value) : value;
}

/** The schema of warnings. */
const WARNINGS = {
  type: "object",
  description: "The warnings of a successful request.",
  properties: {
    warnings: {
      type: "array",
      description:
        "Unknown body fields and options, data keys that are not in the manifest, and text of the layout or the document that cannot be shown whole. Absent if there are none.",
      items: {
        type: "object",
        properties: {
          path: { type: "string", description: "The dotted path of the field." },
          message: { type: "string", description: "The problem, as text for people." },
        },
        required: ["path", "message"],
      },
    },
  },
};

const REFERENCE = { $ref: "#/components/schemas/Warned" };
const BODY_METHODS = new Set(["post", "put", "patch"]);

/**
 * Adds `warnings` to the 2xx JSON responses of POST, PUT and PATCH in an OpenAPI document. Response
 * schemas do not have it.
 */
export function describeWarnings(
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
  const contentWithWarnings = mapValues(content, (media, type) => {
    if (type !== "application/json") return media;
    const { schema, ...rest } = record(media);
    return { ...rest, schema: { allOf: [schema, REFERENCE] } };
  });
  return { ...response, content: contentWithWarnings };
}

/** Adds HTML error pages to an OpenAPI operation, by status. */
export const htmlPages =
  (descriptions: Readonly<Record<number, string>>) =>
  (operation: Record<string, unknown>): Record<string, unknown> => {
    const content = { "text/html": { schema: { type: "string" } } };
    const pages = mapValues(descriptions, (description) => ({ description, content }));
    return { ...operation, responses: Object.assign(pages, operation["responses"]) };
  };
