import { Schema } from "effect";

import { characters, describeEncoded, IsoTimestamp, isVisible } from "../../values/mod.ts";
import { NewRecipient, PhoneNumber } from "./recipient.ts";

/** A change of a request (contract §11). */
export const UpdateSignature = Schema.Struct({
  expiresAt: IsoTimestamp.pipe(
    describeEncoded("When the request expires: in the future, at most 8,760 hours from now."),
  ),
}).annotate({
  identifier: "UpdateSignature",
  description: "A change of a signature request that has not ended.",
});
export type UpdateSignature = typeof UpdateSignature.Type;

/** The correction of a recipient (contract §11). */
export const UpdateRecipient = Schema.Struct({
  firstName: Schema.optionalKey(NewRecipient.fields.firstName),
  lastName: NewRecipient.fields.lastName,
  email: Schema.optionalKey(NewRecipient.fields.email),
  phone: Schema.optionalKey(PhoneNumber).annotateKey({
    description: "Phone number of a recipient with `sms_code`, with country code.",
  }),
  reason: Schema.String.check(
    characters(1, 500),
    Schema.makeFilter(
      (text) => text === "" || isVisible(text) || "Expected at least one visible character",
    ),
  ).annotateKey({ description: "Reason for the audit trail, 1 to 500 characters." }),
}).annotate({
  identifier: "UpdateRecipient",
  description: "The correction of a recipient who has not finished.",
});
export type UpdateRecipient = typeof UpdateRecipient.Type;

/** The reminded recipients. */
export const RemindedRecipients = Schema.Struct({
  reminded: Schema.Array(Schema.String).annotateKey({
    description:
      "IDs of the recipients to whom a reminder is sent: those whose turn it is and who had none in the last hour.",
  }),
}).annotate({
  identifier: "RemindedRecipients",
  description: "The recipients to whom a reminder is sent.",
});
export type RemindedRecipients = typeof RemindedRecipients.Type;
