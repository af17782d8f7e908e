import { Schema } from "effect";

import { Timestamp, emailOf, maxCharacters, visibleName } from "../../values/mod.ts";
import type { SignatureStatus } from "./signature_status.ts";

/** The role of a recipient: to sign, to approve, or only to receive the finished document. */
export const Designation = Schema.Literals(["Signer", "Approver", "CC"]);
export type Designation = typeof Designation.Type;

/** A recipient in a request (interface, POST /v1/signatures). */
export const NewRecipient = Schema.Struct({
  firstName: visibleName(100),
  lastName: Schema.optionalKey(Schema.String.check(maxCharacters(100))),
  email: emailOf(255),
  designation: Schema.optionalKey(Designation),
  order: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
}).annotate({ identifier: "NewRecipient" });
export type NewRecipient = typeof NewRecipient.Type;

/** A recipient with defaults applied, for providers. */
export interface Addressee {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly designation: Designation;
  /** The position in the signing order, from 1, unique. */
  readonly order: number;
}

const recipient = {
  id: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  email: Schema.String,
  designation: Designation,
  order: Schema.Int,
  signedAt: Schema.optionalKey(Timestamp),
  declinedAt: Schema.optionalKey(Timestamp),
};

/** A stored recipient; `id` is the provider's id. */
export const StoredRecipient = Schema.Struct({
  ...recipient,
  /** The time when the recipient first opened the document, if the provider reports it. */
  viewedAt: Schema.optionalKey(Timestamp),
});
export type StoredRecipient = typeof StoredRecipient.Type;

/** The status of a recipient (contract §11). */
export const RecipientStatus = Schema.Literals([
  "waiting",
  "invited",
  "viewed",
  "signed",
  "declined",
  "delivery_failed",
]);
export type RecipientStatus = typeof RecipientStatus.Type;

/** The email from Paraph to a recipient: the invitation, or for a CC the finished document. */
export const EmailDelivery = Schema.Struct({
  status: Schema.Literals(["queued", "sent", "failed"]),
  /** When it was queued, accepted by the mail server, or failed. */
  at: Timestamp,
  /** The reason of the rejection or of the last failure. Contains no addresses. */
  error: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "EmailDelivery" });
export type EmailDelivery = typeof EmailDelivery.Type;

/** A recipient in the form of the API (interface, Signature request; contract §11). */
export const SignatureRecipient = Schema.Struct({
  ...recipient,
  status: RecipientStatus,
  /** `null` without an email from Paraph: it is not the recipient's turn, or the provider sends the emails. */
  delivery: Schema.NullOr(EmailDelivery),
}).annotate({ identifier: "SignatureRecipient" });
export type SignatureRecipient = typeof SignatureRecipient.Type;

/** The display name of a recipient. */
export function fullName({ firstName, lastName }: Pick<Addressee, "firstName" | "lastName">) {
  return `${firstName} ${lastName}`.trim();
}

/** The state of the request that the status of a recipient depends on. */
export interface RecipientContext {
  readonly status: SignatureStatus;
  /** All recipients of the request. */
  readonly recipients: ReadonlyArray<StoredRecipient>;
  readonly delivery: EmailDelivery | null;
}

/**
 * The status of a recipient. Signers and approvers are invited one after the other in their order; a CC
 * receives the document when the request is completed. A recipient who has opened the document was
 * reached, even if the email failed.
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
      : recipients.every((other) => other.order >= recipient.order || hasFinished(other));
  return isInvited ? "invited" : "waiting";
}

function hasFinished({ designation, signedAt }: StoredRecipient): boolean {
  return designation === "CC" || signedAt !== undefined;
}
