import distance from "leven";

/** Longer names are not compared. */
const MAX_LENGTH = 80;

/** The minimum length of a name that is suggested for a longer one that starts with it. */
const MIN_PREFIX = 3;

/**
 * The known name that a name is probably a typo of: up to a third of the letters differ, two are
 * swapped, one name starts with the other, or only case and separators differ.
 *
 * @example Typos
 * ```ts
 * import { nearestName } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const known = ["filename", "sync", "versionNumber"];
 * assert.equal(nearestName("fliename", known), "filename");
 * assert.equal(nearestName("synchronous", known), "sync");
 * assert.equal(nearestName("version_number", known), "versionNumber");
 * assert.equal(nearestName("colour", known), undefined);
 * ```
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const plain = plainName(name);
  let nearest: { readonly candidate: string; readonly steps: number } | undefined;
  for (const candidate of candidates) {
    if (candidate.length > MAX_LENGTH) continue;
    const steps = stepsBetween(plain, plainName(candidate));
    if (steps !== undefined && steps < (nearest?.steps ?? Infinity)) nearest = { candidate, steps };
  }
  return nearest?.candidate;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, "");
}

/** The edit distance of two names; `undefined` if it is too large for a typo. */
function stepsBetween(one: string, other: string): number | undefined {
  const steps = distance(one, other);
  if (steps <= Math.max(1, Math.floor(Math.min(one.length, other.length) / 3))) return steps;
  if (steps === 2 && sortedLetters(one) === sortedLetters(other)) return steps;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_PREFIX && long.startsWith(short) ? steps : undefined;
}

function sortedLetters(name: string): string {
  return Array.from(name).toSorted().join("");
}
