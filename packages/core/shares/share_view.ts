import { DateTime } from "effect";

import type { Timestamp } from "../values/mod.ts";
import type { Share } from "./share.ts";
import type { StoredShare } from "./share_store.ts";

/**
 * A share in the form of the API, with its URL.
 *
 * @param base The deployment's `{share_base}`.
 */
export function shareView(storedShare: StoredShare, base: string): Share {
  const { projectId: _, renderId: __, ...share } = storedShare;
  return { ...share, shareUrl: `${base}/share/${share.shareToken}` };
}

export type ShareState = "active" | "revoked" | "expired";

/**
 * The state of a share. A revoked share stays revoked after its expiry.
 *
 * @example A share has expired at the time of its expiry
 * ```ts
 * import { shareState } from "@paraph/core/shares";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const expiresAt = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * assert.equal(shareState({ revokedAt: null, expiresAt }, expiresAt), "expired");
 * assert.equal(shareState({ revokedAt: null, expiresAt: null }, expiresAt), "active");
 * ```
 */
export function shareState(
  { revokedAt, expiresAt }: Pick<StoredShare, "revokedAt" | "expiresAt">,
  now: Timestamp,
): ShareState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && DateTime.isLessThanOrEqualTo(expiresAt, now) ? "expired" : "active";
}
