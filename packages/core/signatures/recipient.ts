import { Schema } from "effect";

import { emailOf, maxCharacters, Timestamp, visibleName } from "../values/mod.ts";

/** What somebody is asked for: to sign, to approve, or only to have the finished document. */
export const Designation = Schema.Literals(["Signer", "Approver", "CC"]);
export type Designation = typeof Designation.Type;

/** Whom a document goes to, as a request names them (interface, POST /v1/signatures). */
export const NewRecipient = Schema.Struct({
  firstName: visibleName(100),
  lastName: Schema.optionalKey(Schema.String.check(maxCharacters(100))),
  email: emailOf(255),
  designation: Schema.optionalKey(Designation),
  order: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
}).annotate({ identifier: "NewRecipient" });
export type NewRecipient = typeof NewRecipient.Type;

/** A recipient with everything decided: what providers are given. */
export interface Addressee {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly designation: Designation;
  /** Whose turn it is: 1 comes first; no two are the same. */
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

/** A recipient as it is stored; `id` is the provider's. */
export const StoredRecipient = Schema.Struct({
  ...recipient,
  /** When they first opened the document, as far as the provider reports it. */
  viewedAt: Schema.optionalKey(Timestamp),
});
export type StoredRecipient = typeof StoredRecipient.Type;

/** Where a recipient stands (contract §11). */
export const RecipientStatus = Schema.Literals([
  "waiting",
  "invited",
  "viewed",
  "signed",
  "declined",
  "delivery_failed",
]);
export type RecipientStatus = typeof RecipientStatus.Type;

/** The email that a recipient gets from us: the invitation, or for a CC the finished document. */
export const EmailDelivery = Schema.Struct({
  status: Schema.Literals(["queued", "sent", "failed"]),
  /** When it was queued, accepted by the mail server or given up. */
  at: Timestamp,
  /** Why it was refused, or why the last attempt failed. Names no address. */
  error: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "EmailDelivery" });
export type EmailDelivery = typeof EmailDelivery.Type;

/** A recipient as the API shows it (interface, Signature request; contract §11). */
export const SignatureRecipient = Schema.Struct({
  ...recipient,
  status: RecipientStatus,
  /** `null` without an email from us: not their turn yet, or the provider sends its own. */
  delivery: Schema.NullOr(EmailDelivery),
}).annotate({ identifier: "SignatureRecipient" });
export type SignatureRecipient = typeof SignatureRecipient.Type;

/** What a recipient is called where people read it. */
export function fullName({ firstName, lastName }: Pick<Addressee, "firstName" | "lastName">) {
  return `${firstName} ${lastName}`.trim();
}
