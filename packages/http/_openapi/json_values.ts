import { Predicate } from "effect";

/** An object of a JSON document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A value as an object; empty for other values. */
export function record(value: unknown): JsonObject {
  return Predicate.isObject(value) ? value : {};
}

/** Replaces every value of an object. */
export function mapValues(
  from: JsonObject,
  map: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value, name)]));
}

/** Applies a function to every object of a JSON document, innermost first. */
export function mapObjects(value: unknown, map: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, map));
  if (!Predicate.isObject(value)) return value;
  return map(mapValues(record(value), (each) => mapObjects(each, map)));
}
