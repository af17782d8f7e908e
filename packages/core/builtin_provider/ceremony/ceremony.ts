import { Schema } from "effect";

import { TextValidation } from "../../layouts/mod.ts";
import { Designation, FieldType } from "../../signatures/mod.ts";
import {
  DateFormat,
  describeEncoded,
  emailOf,
  LANGUAGES,
  SignatureRequestId,
  Timestamp,
  characters,
  maxCharacters,
  visibleName,
} from "../../values/mod.ts";
import { AdoptedSignature } from "./adopted_signature.ts";
import { isVisible } from "./visible_text.ts";

/** The state of a document for a recipient. */
export const CeremonyState = Schema.Literals([
  /** The recipient can read and sign it. */
  "open",
  /** The recipient has finished; others have not, or the document is being sealed. */
  "finished",
  /** All recipients have finished and the sealed document is available. */
  "completed",
  "declined",
  "cancelled",
  "expired",
]);
export type CeremonyState = typeof CeremonyState.Type;

const state = CeremonyState.annotateKey({
  description:
    "`open` to sign, `finished` by this recipient, `completed` by all, or why the request ended.",
});

/** A box in percent of the displayed page. */
const box = {
  page: Schema.Int.annotateKey({ description: "Page of the document. The first page is 1." }),
  x: Schema.Finite.annotateKey({
    description: "Distance from the left edge of the page, in percent of the page width.",
  }),
  y: Schema.Finite.annotateKey({
    description: "Distance from the top edge of the page, in percent of the page height.",
  }),
  width: Schema.Finite.annotateKey({ description: "Width in percent of the page width." }),
  height: Schema.Finite.annotateKey({ description: "Height in percent of the page height." }),
};

/** A field that this recipient fills in. */
export const CeremonyField = Schema.Struct({
  id: Schema.String.annotateKey({ description: "ID of the field, its key in `values`." }),
  type: FieldType.annotateKey({ description: "What the recipient fills in." }),
  ...box,
  required: Schema.Boolean.annotateKey({ description: "Whether the field must be filled in." }),
  options: Schema.Array(Schema.String).annotateKey({
    description:
      "Choices of a `dropdown` or of `radio_buttons`. Without choices, the field takes one line of text.",
  }),
  label: Schema.optionalKey(Schema.String).annotateKey({
    description: "Name of the field. Absent for the name of its type.",
  }),
  placeholder: Schema.optionalKey(Schema.String).annotateKey({
    description: "Hint in an empty text. Absent without one.",
  }),
  validation: Schema.optionalKey(TextValidation).annotateKey({
    description: "What a text must be. A `date` is `YYYY-MM-DD`. Absent for any text.",
  }),
  format: Schema.optionalKey(DateFormat).annotateKey({
    description: "How the document shows a date. Absent for `dateFormat` of the submission.",
  }),
  value: Schema.optionalKey(Schema.String).annotateKey({
    description: "Text that the field starts with. Absent without one.",
  }),
}).annotate({ identifier: "CeremonyField", description: "A field that this recipient fills in." });
export type CeremonyField = typeof CeremonyField.Type;

/** A value that an earlier recipient has filled in. */
export const EarlierMark = Schema.Struct({
  ...box,
  content: Schema.Union([
    Schema.Struct({
      kind: Schema.Literal("signature").annotateKey({ description: "A signature or initials." }),
      signature: AdoptedSignature.annotateKey({ description: "The signature or the initials." }),
    }),
    Schema.Struct({
      kind: Schema.Literals(["text", "paragraph"]).annotateKey({
        description: "One line of text, or a text of several lines.",
      }),
      text: Schema.String.annotateKey({ description: "The text." }),
    }),
    Schema.Struct({ kind: Schema.Literal("check").annotateKey({ description: "A checked box." }) }),
  ]).annotateKey({ description: "The value." }),
}).annotate({
  identifier: "EarlierMark",
  description: "A value that an earlier recipient filled in.",
});
export type EarlierMark = typeof EarlierMark.Type;

/** The content of the signing page. */
export const Ceremony = Schema.Struct({
  requestId: SignatureRequestId.annotateKey({ description: "ID of the signature request." }),
  state,
  name: Schema.String.annotateKey({ description: "Name of the signature request." }),
  sender: Schema.String.annotateKey({
    description: "Name of the sender: of the branding, or of the project.",
  }),
  message: Schema.NullOr(Schema.String).annotateKey({
    description:
      "Message to the recipients. `null` without one, or after an unsuccessful end of the request.",
  }),
  recipient: Schema.Struct({
    name: Schema.String.annotateKey({ description: "First and last name." }),
    email: Schema.String.annotateKey({ description: "Email address." }),
    designation: Designation.annotateKey({
      description:
        "`Signer` signs, `Approver` approves, `CC` only receives the completed document.",
    }),
  }).annotateKey({ description: "The recipient to whom the link belongs." }),
  recipients: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotateKey({ description: "First and last name." }),
      designation: Designation.annotateKey({ description: "`Signer` or `Approver`." }),
      status: Schema.Literals(["waiting", "finished", "declined"]).annotateKey({
        description: "Whether the recipient has finished, has declined, or has still to sign.",
      }),
    }),
  ).annotateKey({
    description:
      "All signers and approvers, and who is still to sign. Empty until this recipient has finished.",
  }),
  redirectUrl: Schema.NullOr(Schema.String).annotateKey({
    description: "URL that the page opens after signing. `null` for the page that confirms it.",
  }),
  host: Schema.NullOr(Schema.String).annotateKey({
    description: "Who provides the device of a signature in person. `null` for others.",
  }),
  mayDelegate: Schema.Boolean.annotateKey({
    description: "Whether the recipient may name another person in their place now.",
  }),
  hasCertificate: Schema.Boolean.annotateKey({
    description: "Whether the certificate can be downloaded, after the request has ended.",
  }),
  consent: Schema.Struct({
    text: Schema.String.annotateKey({ description: "Consent text that the page shows." }),
    language: Schema.Literals(LANGUAGES).annotateKey({ description: "Language of the text." }),
    sha256: Schema.String.annotateKey({
      description: "SHA-256 of the text in hexadecimal: the `consent` of `finish`.",
    }),
  }).annotateKey({ description: "The consent to electronic signing." }),
  pageCount: Schema.Int.annotateKey({ description: "Number of pages of the document." }),
  fields: Schema.Array(CeremonyField).annotateKey({
    description:
      "Fields of the recipient. Empty after the request was declined, cancelled or expired.",
  }),
  earlierMarks: Schema.Array(EarlierMark).annotateKey({
    description:
      "Values that recipients have filled in. Empty after the request was declined, cancelled or expired.",
  }),
  expiresAt: Timestamp.pipe(describeEncoded("When the request expires.")),
}).annotate({
  identifier: "Ceremony",
  description: "The content of the signing page of one recipient.",
});
export type Ceremony = typeof Ceremony.Type;

/** The submission of a recipient. */
export const FinishSigning = Schema.Struct({
  consent: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)).annotateKey({
    description: "SHA-256 of the consent text to which the recipient agreed, in hexadecimal.",
  }),
  signature: Schema.optionalKey(AdoptedSignature).annotateKey({
    description: "Signature of the recipient. Required if a signature field is filled in.",
  }),
  initials: Schema.optionalKey(AdoptedSignature).annotateKey({
    description: "Initials of the recipient. Required if an `initial` field is filled in.",
  }),
  date: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u)).annotateKey({
    description: "Local date of the recipient for date fields, as `YYYY-MM-DD`.",
  }),
  dateFormat: Schema.optionalKey(DateFormat).annotateKey({
    description: "How the document shows the date. Default: `YYYY-MM-DD`.",
  }),
  timeZone: Schema.optionalKey(Schema.String.check(maxCharacters(64))).annotateKey({
    description:
      "Time zone of the recipient, such as `Europe/Berlin`: the certificate shows the time of signing in it. Unknown zones are ignored.",
  }),
  values: Schema.Record(
    Schema.String,
    Schema.Union([Schema.Boolean, Schema.String.check(maxCharacters(2000))]),
  ).annotateKey({
    description:
      "Values by field ID: `true` for signatures, initials, dates and checked boxes; a text or a choice otherwise.",
  }),
}).annotate({
  identifier: "FinishSigning",
  description: "The submission of a recipient: consent, signature and values.",
});
export type FinishSigning = typeof FinishSigning.Type;

/** The refusal of a recipient. */
export const DeclineSigning = Schema.Struct({
  reason: Schema.String.check(
    characters(1, 500),
    Schema.isPattern(/\S/u),
    Schema.makeFilter((reason) => isVisible(reason) || "Has no visible characters"),
  ).annotateKey({
    description: "Reason for the sender, 1 to 500 characters, at least one of them visible.",
  }),
}).annotate({ identifier: "DeclineSigning", description: "The refusal of a recipient to sign." });
export type DeclineSigning = typeof DeclineSigning.Type;

/** The person who signs in place of a recipient, and why (contract §11). */
export const DelegateSigning = Schema.Struct({
  firstName: visibleName(100).annotateKey({ description: "First name of the other person." }),
  lastName: Schema.optionalKey(Schema.String.check(maxCharacters(100))).annotateKey({
    description: "Last name of the other person. Default: empty.",
  }),
  email: emailOf(255).annotateKey({
    description: "Email address of the other person, who receives an invitation.",
  }),
  reason: visibleName(500).annotateKey({
    description: "Reason for the sender, 1 to 500 characters, at least one of them visible.",
  }),
}).annotate({
  identifier: "DelegateSigning",
  description: "The person who signs in place of a recipient.",
});
export type DelegateSigning = typeof DelegateSigning.Type;

/** The response to a delegation. */
export const DelegatedSigning = Schema.Struct({
  name: Schema.String.annotateKey({ description: "Name of the person who signs now." }),
  email: Schema.String.annotateKey({ description: "Address to which the invitation is sent." }),
}).annotate({
  identifier: "DelegatedSigning",
  description: "The person who signs now. The link of the request no longer works.",
});
export type DelegatedSigning = typeof DelegatedSigning.Type;

/** The state after an action of the recipient. */
export const SigningStep = Schema.Struct({ state }).annotate({
  identifier: "SigningStep",
  description: "The state of the document for the recipient after an action.",
});
export type SigningStep = typeof SigningStep.Type;
