import type { EmailDelivery, RecipientStatus, StoredRecipient } from "./recipient.ts";
import type { SignatureStatus } from "./signature_status.ts";

/** What else the status of a recipient depends on. */
export interface RecipientContext {
  readonly status: SignatureStatus;
  /** All recipients of the request. */
  readonly recipients: ReadonlyArray<StoredRecipient>;
  readonly delivery: EmailDelivery | null;
}

/**
 * Where a recipient stands. Signers and approvers are invited one after the other in their order; a CC
 * is sent the document when the request is completed. A recipient who opened the document was reached,
 * even if the email failed.
 *
 * @example The second signer waits for the first
 * ```ts
 * import { recipientStatus } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * const person = { firstName: "Ada", lastName: "", email: "ada@example.com" };
 * const first = { ...person, id: "1", designation: "Signer", order: 1 } as const;
 * const second = { ...person, id: "2", designation: "Signer", order: 2 } as const;
 * const context = { status: "sent", recipients: [second, first], delivery: null } as const;
 * assert.equal(recipientStatus(first, context), "invited");
 * assert.equal(recipientStatus(second, context), "waiting");
 * ```
 */
export function recipientStatus(
  recipient: StoredRecipient,
  { status, recipients, delivery }: RecipientContext,
): RecipientStatus {
  if (recipient.declinedAt !== undefined) return "declined";
  if (recipient.signedAt !== undefined) return "signed";
  if (recipient.viewedAt !== undefined) return "viewed";
  if (delivery?.status === "failed") return "delivery_failed";
  const isInvited =
    recipient.designation === "CC"
      ? status === "completed"
      : recipients.every((other) => other.order >= recipient.order || isDone(other));
  return isInvited ? "invited" : "waiting";
}

function isDone({ designation, signedAt }: StoredRecipient): boolean {
  return designation === "CC" || signedAt !== undefined;
}
