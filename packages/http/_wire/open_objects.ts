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
