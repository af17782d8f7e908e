import type { ProviderReport } from "@paraph/core/signatures";
import type { Timestamp } from "@paraph/core/values";
import { DateTime } from "effect";

import { reasonOf } from "../api/sanitize.ts";
import type { DocumensoEnvelope, DocumensoRecipient } from "./documenso_schemas.ts";

/** What has happened to an envelope, the end last. */
export function documensoReports(
  envelope: DocumensoEnvelope,
  now: Timestamp,
): ReadonlyArray<ProviderReport> {
  const people = envelope.recipients
    // Who only gets a copy counts as having read and signed it.
    .filter(({ role }) => role !== "CC")
    .flatMap((recipient) => reportsOf(recipient, envelope.updatedAt ?? now));
  const inOrder = people.toSorted((one, other) => DateTime.Order(one.at, other.at));
  return [...inOrder, ...endOf(envelope, now)];
}

function reportsOf(
  { id, readStatus, signingStatus, signedAt }: DocumensoRecipient,
  changed: Timestamp,
): ReadonlyArray<ProviderReport> {
  const recipientId = String(id);
  // Not told: at the latest it was when they signed, or when anything happened at all.
  const at = signedAt ?? changed;
  return [
    ...(readStatus === "OPENED" ? [{ kind: "viewed", at, recipientId } as const] : []),
    ...(signingStatus === "SIGNED" ? [{ kind: "signed", at, recipientId } as const] : []),
  ];
}

function endOf(envelope: DocumensoEnvelope, now: Timestamp): ReadonlyArray<ProviderReport> {
  const { status, completedAt, deletedAt, updatedAt, recipients } = envelope;
  const changed = updatedAt ?? now;
  const who = recipients.find(({ signingStatus }) => signingStatus === "REJECTED");
  if (status === "COMPLETED") return [{ kind: "completed", at: completedAt ?? changed }];
  if (status === "REJECTED") {
    const reason = reasonOf(who?.rejectionReason);
    const recipientId = who === undefined ? null : String(who.id);
    return [{ kind: "declined", at: who?.signedAt ?? changed, recipientId, reason }];
  }
  if (status === "CANCELLED" || (deletedAt !== undefined && deletedAt !== null)) {
    return [{ kind: "cancelled", at: deletedAt ?? changed, reason: null }];
  }
  return [];
}
