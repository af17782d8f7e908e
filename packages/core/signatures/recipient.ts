import { Schema } from "effect";

import { emailOf, Timestamp } from "../values/mod.ts";

/** What somebody is asked for: to sign, to approve, or only to have the finished document. */
export const Designation = Schema.Literals(["Signer", "Approver", "CC"]);
export type Designation = typeof Designation.Type;

/** Whom a document goes to, as a request names them (interface, POST /v1/signatures). */
export const NewRecipient = Schema.Struct({
  firstName: Schema.String.check(Schema.isBetweenLength(1, 100)),
  lastName: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(100))),
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

/** A recipient as partners see it; `id` is the provider's (interface, Signature request). */
export const SignatureRecipient = Schema.Struct({
  id: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  email: Schema.String,
  designation: Designation,
  order: Schema.Int,
  signedAt: Schema.optionalKey(Timestamp),
  declinedAt: Schema.optionalKey(Timestamp),
}).annotate({ identifier: "SignatureRecipient" });
export type SignatureRecipient = typeof SignatureRecipient.Type;

/** What a recipient is called where people read it. */
export function fullName({ firstName, lastName }: Pick<Addressee, "firstName" | "lastName">) {
  return `${firstName} ${lastName}`.trim();
}
