import type { ProviderReport } from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime } from "effect";

import { reasonOf } from "../api/sanitize.ts";
import type { FirmaRequest, FirmaUser } from "./firma_schemas.ts";

/** The events of a request in order, the end last. Views are only reported in callbacks. */
export function firmaReports(
  request: FirmaRequest,
  users: ReadonlyArray<FirmaUser>,
  now: Timestamp,
): ReadonlyArray<ProviderReport> {
  const signatures = users.flatMap(
    ({ id, finished_on: finishedAt }): ReadonlyArray<ProviderReport> => {
      return finishedAt === undefined || finishedAt === null
        ? []
        : [{ kind: "signed", at: finishedAt, recipientId: id }];
    },
  );
  const sortedSignatures = signatures.toSorted((left, right) => DateTime.Order(left.at, right.at));
  return [...sortedSignatures, ...endOf(request, users, now)];
}

/** If several flags are set, completion takes precedence, then the recipients' decisions. */
function endOf(
  { status, timestamps, expires_at }: FirmaRequest,
  users: ReadonlyArray<FirmaUser>,
  now: Timestamp,
): ReadonlyArray<ProviderReport> {
  const changedAt = timestamps?.last_changed_on ?? now;
  if (status.finished === true) {
    return [{ kind: "completed", at: timestamps?.finished_on ?? changedAt }];
  }
  if (status.declined === true) {
    const decliner = users.find(
      ({ declined_on }) => declined_on !== undefined && declined_on !== null,
    );
    const declinedAt = decliner?.declined_on ?? timestamps?.declined_on ?? changedAt;
    const reason = reasonOf(decliner?.decline_reason);
    return [{ kind: "declined", at: declinedAt, recipientId: decliner?.id ?? null, reason }];
  }
  if (status.cancelled === true) {
    return [{ kind: "cancelled", at: timestamps?.cancelled_on ?? changedAt, reason: null }];
  }
  if (status.expired === true) return [{ kind: "expired", at: expires_at ?? changedAt }];
  return [];
}
