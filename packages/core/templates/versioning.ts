import { Result } from "effect";

import { NoPublishedVersion, VersionNotFound } from "./errors.ts";

export const FIRST_VERSION = 1;

/**
 * The version number of the next publication, even if nothing has changed.
 *
 * @example Numbers start at 1 and have no gaps
 * ```ts
 * import { nextVersion } from "@paraph/core/templates";
 * import assert from "node:assert/strict";
 *
 * assert.equal(nextVersion(null), 1);
 * assert.equal(nextVersion(7), 8);
 * ```
 */
export function nextVersion(current: number | null): number {
  return current === null ? FIRST_VERSION : current + 1;
}

/**
 * The version number that a render pins: the requested one, by default the current one.
 *
 * @param current The current version's number, `null` before the first publication.
 */
export function pinnedVersion(
  current: number | null,
  requestedVersion: number | undefined,
): Result.Result<number, NoPublishedVersion | VersionNotFound> {
  if (current === null) return Result.fail(NoPublishedVersion.of());
  if (requestedVersion === undefined) return Result.succeed(current);
  return requestedVersion >= FIRST_VERSION && requestedVersion <= current
    ? Result.succeed(requestedVersion)
    : Result.fail(VersionNotFound.of(requestedVersion));
}
