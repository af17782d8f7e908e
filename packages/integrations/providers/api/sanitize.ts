import { MAX_DEPTH } from "@paraph/core/values";
import { Predicate } from "effect";

/** Names of fields that may contain credentials or signing links. */
const SECRET = /token|secret|password|authorization|api_?key|link|url/iu;

/**
 * A callback as it can be stored: without credentials and signing links, and without characters
 * that PostgreSQL rejects.
 */
export function withoutSecrets(callback: unknown): Readonly<Record<string, unknown>> {
  const result = sanitize(callback, 0);
  return Predicate.isObject(result) ? { ...result } : { value: result };
}

function sanitize(value: unknown, depth: number): unknown {
  if (Predicate.isString(value)) return storable(value);
  if (!Predicate.isObjectOrArray(value)) return value;
  if (depth >= MAX_DEPTH - 2) return "…";
  if (Array.isArray(value)) return value.map((item) => sanitize(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      storable(key),
      SECRET.test(key) && item !== null ? "…" : sanitize(item, depth + 1),
    ]),
  );
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** A reason as it can be stored, at most 500 characters long like Paraph's own. */
export function reasonOf(reason: string | null | undefined): string | null {
  const text = storable((reason ?? "").slice(0, 500)).trim();
  return text === "" ? null : text;
}
