import type { ProviderReport } from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime } from "effect";

import { reasonOf } from "../api/sanitize.ts";
import type { DocumensoEnvelope, DocumensoRecipient } from "./documenso_schemas.ts";

/** The events of an envelope in order, the end last. */
export function documensoReports(
  envelope: DocumensoEnvelope,
  now: Timestamp,
): ReadonlyArray<ProviderReport> {
  const recipientReports = envelope.recipients
    // CC recipients have the statuses of signers without signing.
    .filter(({ role }) => role !== "CC")
    .flatMap((recipient) => reportsOf(recipient, envelope.updatedAt ?? now));
  const sortedReports = recipientReports.toSorted((left, right) =>
    DateTime.Order(left.at, right.at),
  );
  return [...sortedReports, ...endOf(envelope, now)];
}

function reportsOf(
  { id, readStatus, signingStatus, signedAt }: DocumensoRecipient,
  changedAt: Timestamp,
): ReadonlyArray<ProviderReport> {
  const recipientId = String(id);
  // Documenso has no time of views: they are dated to the signature, or to the last change.
  const time = signedAt ?? changedAt;
  return [
    ...(readStatus === "OPENED" ? [{ kind: "viewed", at: time, recipientId } as const] : []),
    ...(signingStatus === "SIGNED" ? [{ kind: "signed", at: time, recipientId } as const] : []),
  ];
}

function endOf(envelope: DocumensoEnvelope, now: Timestamp): ReadonlyArray<ProviderReport> {
  const { status, completedAt, deletedAt, updatedAt, recipients } = envelope;
  const changedAt = updatedAt ?? now;
  const decliner = recipients.find(({ signingStatus }) => signingStatus === "REJECTED");
  if (status === "COMPLETED") return [{ kind: "completed", at: completedAt ?? changedAt }];
  if (status === "REJECTED") {
    const reason = reasonOf(decliner?.rejectionReason);
    const recipientId = decliner === undefined ? null : String(decliner.id);
    return [{ kind: "declined", at: decliner?.signedAt ?? changedAt, recipientId, reason }];
  }
  if (status === "CANCELLED" || (deletedAt !== undefined && deletedAt !== null)) {
    return [{ kind: "cancelled", at: deletedAt ?? changedAt, reason: null }];
  }
  return [];
}
