import { Schema } from "effect";

import { Designation, FieldType } from "../../signatures/mod.ts";
import { SignatureRequestId, Timestamp, characters, maxCharacters } from "../../values/mod.ts";
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

/** A field that this recipient fills in; its box in percent of the displayed page. */
export const CeremonyField = Schema.Struct({
  id: Schema.String,
  type: FieldType,
  page: Schema.Int,
  x: Schema.Finite,
  y: Schema.Finite,
  width: Schema.Finite,
  height: Schema.Finite,
  required: Schema.Boolean,
  /** The options of a dropdown or of radio buttons; without options, the field is a text. */
  options: Schema.Array(Schema.String),
}).annotate({ identifier: "CeremonyField" });
export type CeremonyField = typeof CeremonyField.Type;

/** A value that an earlier recipient has filled in. */
export const EarlierMark = Schema.Struct({
  page: Schema.Int,
  x: Schema.Finite,
  y: Schema.Finite,
  width: Schema.Finite,
  height: Schema.Finite,
  content: Schema.Union([
    Schema.Struct({ kind: Schema.Literal("signature"), signature: AdoptedSignature }),
    Schema.Struct({ kind: Schema.Literals(["text", "paragraph"]), text: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("check") }),
  ]),
}).annotate({ identifier: "EarlierMark" });
export type EarlierMark = typeof EarlierMark.Type;

/** The content of the signing page. */
export const Ceremony = Schema.Struct({
  requestId: SignatureRequestId,
  state: CeremonyState,
  /** The name of the request. */
  name: Schema.String,
  /** The name of the project that sent it. */
  sender: Schema.String,
  recipient: Schema.Struct({ name: Schema.String, email: Schema.String, designation: Designation }),
  /** The exact consent text and its SHA-256 in hex, which `finish` returns. */
  consent: Schema.Struct({ text: Schema.String, sha256: Schema.String }),
  pageCount: Schema.Int,
  fields: Schema.Array(CeremonyField),
  earlierMarks: Schema.Array(EarlierMark),
  expiresAt: Timestamp,
}).annotate({ identifier: "Ceremony" });
export type Ceremony = typeof Ceremony.Type;

/** The submission of a recipient. */
export const FinishSigning = Schema.Struct({
  /** The SHA-256 of the consent text that the recipient was shown and agreed to. */
  consent: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  signature: Schema.optionalKey(AdoptedSignature),
  initials: Schema.optionalKey(AdoptedSignature),
  /** The local date of the recipient, for date fields. */
  date: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u)),
  /**
   * By field id: `true` for a signature, initials, a date and a checked box; a text or the chosen option
   * for other types.
   */
  values: Schema.Record(
    Schema.String,
    Schema.Union([Schema.Boolean, Schema.String.check(maxCharacters(2000))]),
  ),
}).annotate({ identifier: "FinishSigning" });
export type FinishSigning = typeof FinishSigning.Type;

/** The refusal of a recipient. */
export const DeclineSigning = Schema.Struct({
  reason: Schema.String.check(
    characters(1, 500),
    Schema.isPattern(/\S/u),
    Schema.makeFilter((reason) => isVisible(reason) || "Has no visible characters"),
  ),
}).annotate({ identifier: "DeclineSigning" });
export type DeclineSigning = typeof DeclineSigning.Type;

/** The state after an action of the recipient. */
export const SigningStep = Schema.Struct({ state: CeremonyState }).annotate({
  identifier: "SigningStep",
});
export type SigningStep = typeof SigningStep.Type;

/**
 * The consent text of new envelopes. Each envelope stores the text that it was sent with; the SHA-256 of
 * a text is its version.
 */
export const CONSENT = [
  "You agree to read this document and to sign or approve it electronically. Your electronic " +
    "signature counts as if you had signed by hand. This applies to this document only.",
  "You do not have to agree. You can choose Decline, or close this page, and ask the sender for the " +
    "document on paper. You can change your mind at any time until you finish; the only " +
    "consequence is that the document is not signed. To withdraw later, write to the sender.",
  "You need a current web browser and an email address, and a program that opens PDF files for " +
    "your copy. When all recipients have signed, you receive an email with a link to the finished " +
    "document: you can download it, store it and print it. For a copy on paper, or to correct your " +
    "email address, ask the sender.",
  "As evidence, we record your name and email address, when you were invited, opened the document, " +
    "agreed to this and finished, your IP address and browser, and what you filled in and signed. " +
    "The sender and all recipients of the finished document can see this.",
].join("\n\n");
