import type { ProviderReport } from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime } from "effect";

import { reasonOf } from "../api/sanitize.ts";
import type { FirmaRequest, FirmaUser } from "./firma_schemas.ts";

/** What has happened to a request, the end last. Who has looked at it, Firma tells in callbacks alone. */
export function firmaReports(
  request: FirmaRequest,
  users: ReadonlyArray<FirmaUser>,
  now: Timestamp,
): ReadonlyArray<ProviderReport> {
  const signed = users.flatMap(({ id, finished_on: at }): ReadonlyArray<ProviderReport> => {
    return at === undefined || at === null ? [] : [{ kind: "signed", at, recipientId: id }];
  });
  const inOrder = signed.toSorted((one, other) => DateTime.Order(one.at, other.at));
  return [...inOrder, ...endOf(request, users, now)];
}

/** Of several flags the one counts that leaves a signed document behind, then the recipients' own. */
function endOf(
  { status, timestamps, expires_at }: FirmaRequest,
  users: ReadonlyArray<FirmaUser>,
  now: Timestamp,
): ReadonlyArray<ProviderReport> {
  const changed = timestamps?.last_changed_on ?? now;
  if (status.finished === true) {
    return [{ kind: "completed", at: timestamps?.finished_on ?? changed }];
  }
  if (status.declined === true) {
    const who = users.find(({ declined_on }) => declined_on !== undefined && declined_on !== null);
    const at = who?.declined_on ?? timestamps?.declined_on ?? changed;
    const reason = reasonOf(who?.decline_reason);
    return [{ kind: "declined", at, recipientId: who?.id ?? null, reason }];
  }
  if (status.cancelled === true) {
    return [{ kind: "cancelled", at: timestamps?.cancelled_on ?? changed, reason: null }];
  }
  if (status.expired === true) return [{ kind: "expired", at: expires_at ?? changed }];
  return [];
}
