import { Schema } from "effect";

import {
  characters,
  describeEncoded,
  Timestamp,
  emailOf,
  maxCharacters,
  visibleName,
} from "../../values/mod.ts";
import { LanguageTag } from "./delivery_options.ts";
import type { SignatureStatus } from "./signature_status.ts";

/** The role of a recipient: to sign, to approve, or only to receive the finished document. */
export const Designation = Schema.Literals(["Signer", "Approver", "CC"]);
export type Designation = typeof Designation.Type;

const FIRST_NAME = "First name, with at least one visible character.";
const EMAIL = "Email address to which the link to the document is sent.";
const DESIGNATION =
  "`Signer` signs, `Approver` approves without a signature field, `CC` receives the completed document.";

const STEP =
  "Step in which the recipient signs, from 1. Recipients with the same step sign at the same time.";
const LANGUAGE = "Language of the recipient's emails and consent.";

/** How a recipient is authenticated in addition to their personal link. */
export const AuthenticationMethod = Schema.Literals(["email_code", "sms_code", "access_code"]);
export type AuthenticationMethod = typeof AuthenticationMethod.Type;

const method = AuthenticationMethod.annotateKey({
  description:
    "`email_code`: a one-time code by email. `sms_code`: one by SMS. `access_code`: a code that you give the recipient yourself.",
});

/** A phone number in the international format of E.164. */
export const PhoneNumber = Schema.String.check(
  Schema.isPattern(/^\+[1-9][0-9]{6,14}$/u, {
    message: "Expected a phone number with country code, without spaces, such as +491701234567",
  }),
);

/** The authentication of a recipient in a request. */
export const NewAuthentication = Schema.Struct({
  method,
  code: Schema.optionalKey(Schema.String.check(characters(4, 32))).annotateKey({
    description:
      "Code for `access_code`, 4 to 32 characters. Only a hash is stored, and no response has it.",
  }),
  phone: Schema.optionalKey(PhoneNumber).annotateKey({
    description:
      "Phone number for `sms_code`, with country code and without spaces: `+491701234567`.",
  }),
}).annotate({
  identifier: "NewAuthentication",
  description: "What a recipient must enter before they see the document.",
});
export type NewAuthentication = typeof NewAuthentication.Type;

/** The authentication of a recipient, without the access code. */
export type Authentication =
  | { readonly method: "email_code" }
  | { readonly method: "sms_code"; readonly phone: string }
  | { readonly method: "access_code"; readonly codeHash: string };

/** The largest 32-bit integer, which the database can store. */
const MAX_STEP = 2_147_483_647;

/** A recipient in a request (interface, POST /v1/signatures). */
export const NewRecipient = Schema.Struct({
  firstName: visibleName(100).annotateKey({ description: FIRST_NAME }),
  lastName: Schema.optionalKey(Schema.String.check(maxCharacters(100))).annotateKey({
    description: "Last name. Default: empty.",
  }),
  email: emailOf(255).annotateKey({ description: EMAIL }),
  designation: Schema.optionalKey(Designation).annotateKey({
    description: `${DESIGNATION} Default: \`Signer\`.`,
  }),
  order: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))).annotateKey({
    description:
      "Unique position in the signing order, from 1 to the number of recipients. Default: the position in `recipients`.",
  }),
  step: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_STEP })),
  ).annotateKey({
    description: `${STEP} Not together with \`order\`. Default, if any recipient has one: the position in \`recipients\`.`,
  }),
  role: Schema.optionalKey(Schema.String.check(characters(1, 60))).annotateKey({
    description:
      "Role in the layout whose signing fields the recipient fills in. Not with `fields` or `anchorTags`.",
  }),
  language: Schema.optionalKey(LanguageTag).annotateKey({
    description: `${LANGUAGE} Default: the language of the request.`,
  }),
  authentication: Schema.optionalKey(NewAuthentication).annotateKey({
    description: "Authentication in addition to the personal link. Default: the link alone.",
  }),
}).annotate({
  identifier: "NewRecipient",
  description: "A person who signs, approves or receives the document.",
});
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

/** A recipient in an envelope to send. */
export interface RecipientDefinition extends Addressee {
  /** Recipients with the same step sign at the same time, after those with lower steps. */
  readonly step: number;
  /** `null` for the language of the request. */
  readonly language: string | null;
  /** `null` for the personal link alone. */
  readonly authentication: Authentication | null;
}

/** The authentication of a recipient in stored requests and responses, without the access code. */
const ShownAuthentication = Schema.Struct({
  method,
  phone: Schema.optionalKey(Schema.String).annotateKey({
    description: "Phone number that receives the code. Absent for other methods.",
  }),
});
export type ShownAuthentication = typeof ShownAuthentication.Type;

const recipient = {
  id: Schema.String.annotateKey({ description: "ID of the recipient at the signature provider." }),
  firstName: Schema.String.annotateKey({ description: "First name." }),
  lastName: Schema.String.annotateKey({ description: "Last name. Empty if the request has none." }),
  email: Schema.String.annotateKey({ description: EMAIL }),
  designation: Designation.annotateKey({ description: DESIGNATION }),
  order: Schema.Int.annotateKey({ description: "Position in the signing order, from 1." }),
  signedAt: Schema.optionalKey(
    Timestamp.pipe(describeEncoded("When the recipient signed or approved. Absent before.")),
  ),
  declinedAt: Schema.optionalKey(
    Timestamp.pipe(describeEncoded("When the recipient declined. Absent before.")),
  ),
};

/** A stored recipient; `id` is the provider's id. */
export const StoredRecipient = Schema.Struct({
  ...recipient,
  /** The time when the recipient first opened the document, if the provider reports it. */
  viewedAt: Schema.optionalKey(Timestamp),
  /** Absent in requests of earlier releases: recipients signed one after the other. */
  step: Schema.optionalKey(Schema.Int),
  language: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Without the access code. */
  authentication: Schema.optionalKey(Schema.NullOr(ShownAuthentication)),
});
export type StoredRecipient = typeof StoredRecipient.Type;

/** A recipient of a request that is not sent yet, without the access code. */
export type UnsentRecipient = Addressee &
  Pick<StoredRecipient, "step" | "language" | "authentication">;

/** Removes the hash of the access code, which only the provider stores. */
export function withoutAccessCode({
  authentication,
  ...recipient
}: RecipientDefinition): UnsentRecipient {
  return { ...recipient, authentication: shownAuthentication(authentication) };
}

/** An authentication without the hash of the access code. */
export function shownAuthentication(
  authentication: Authentication | null,
): ShownAuthentication | null {
  if (authentication === null) return null;
  const { method } = authentication;
  return method === "sms_code" ? { method, phone: authentication.phone } : { method };
}

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
  status: Schema.Literals(["queued", "sent", "failed"]).annotateKey({
    description:
      "`queued` waits to be sent, `sent` was accepted by the mail server, `failed` was rejected or given up.",
  }),
  at: Timestamp.pipe(
    describeEncoded("When the email was queued, accepted by the mail server, or failed."),
  ),
  error: Schema.optionalKey(Schema.String).annotateKey({
    description:
      "Reason of the rejection or of the last failed attempt, without email addresses. Absent if none failed.",
  }),
}).annotate({
  identifier: "EmailDelivery",
  description:
    "The email from Paraph to a recipient: the invitation, or for a `CC` the completed document.",
});
export type EmailDelivery = typeof EmailDelivery.Type;

/** A recipient in the form of the API (interface, Signature request; contract §11). */
export const SignatureRecipient = Schema.Struct({
  ...recipient,
  step: Schema.Int.annotateKey({ description: STEP }),
  language: Schema.NullOr(Schema.String).annotateKey({
    description: `${LANGUAGE} \`null\` for the language of the request.`,
  }),
  authentication: Schema.NullOr(ShownAuthentication).annotateKey({
    description: "Authentication in addition to the personal link. `null` for the link alone.",
  }),
  status: RecipientStatus.annotateKey({
    description:
      "Progress of the recipient. `waiting` until it is their turn; approvers end as `signed`.",
  }),
  delivery: Schema.NullOr(EmailDelivery).annotateKey({
    description:
      "Last email from Paraph. `null` before the recipient's turn, or if the provider sends the emails.",
  }),
}).annotate({
  identifier: "SignatureRecipient",
  description: "A recipient of a signature request, with their progress.",
});
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
 * The status of a recipient. Signers and approvers are invited step by step; a CC
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
      : recipients.every((other) => stepOf(other) >= stepOf(recipient) || hasFinished(other));
  return isInvited ? "invited" : "waiting";
}

/** The step of a recipient: without steps, recipients sign one after the other. */
export function stepOf({ step, order }: Pick<StoredRecipient, "step" | "order">): number {
  return step ?? order;
}

function hasFinished({ designation, signedAt }: StoredRecipient): boolean {
  return designation === "CC" || signedAt !== undefined;
}
