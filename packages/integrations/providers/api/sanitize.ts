import { MAX_DEPTH } from "@paraph/core/values";
import { Predicate } from "effect";

/** What lets whoever has it sign, or ask the provider. */
const SECRET = /token|secret|password|authorization|api_?key|link|url/iu;

/**
 * What was received as it may be kept: without what opens anything, and without what PostgreSQL cannot
 * hold.
 */
export function withoutSecrets(received: unknown): Readonly<Record<string, unknown>> {
  const kept = keep(received, 0);
  return Predicate.isObject(kept) ? { ...kept } : { value: kept };
}

function keep(value: unknown, depth: number): unknown {
  if (Predicate.isString(value)) return storable(value);
  if (!Predicate.isObjectOrArray(value)) return value;
  if (depth >= MAX_DEPTH - 2) return "…";
  if (Array.isArray(value)) return value.map((item) => keep(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      storable(key),
      SECRET.test(key) && item !== null ? "…" : keep(item, depth + 1),
    ]),
  );
}

/** A text as PostgreSQL can hold it. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** A reason as it can be kept: our own are no longer. */
export function reasonOf(reason: string | null | undefined): string | null {
  const text = storable((reason ?? "").slice(0, 500)).trim();
  return text === "" ? null : text;
}
