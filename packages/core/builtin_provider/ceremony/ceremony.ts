import { Schema } from "effect";

import { Designation, FieldType } from "../../signatures/mod.ts";
import { SignatureRequestId, Timestamp, characters, maxCharacters } from "../../values/mod.ts";
import { AdoptedSignature } from "./adopted_signature.ts";
import { isVisible } from "./visible_text.ts";

/** Where a recipient stands with a document. */
export const CeremonyState = Schema.Literals([
  /** It is theirs to read and to finish. */
  "open",
  /** They are done; others are not, or the document is being sealed. */
  "finished",
  /** Everybody is done and the sealed document is there. */
  "completed",
  "declined",
  "cancelled",
  "expired",
]);
export type CeremonyState = typeof CeremonyState.Type;

/** A field of this recipient, to be filled in where it stands: percent of the page as it is shown. */
export const CeremonyField = Schema.Struct({
  id: Schema.String,
  type: FieldType,
  page: Schema.Int,
  x: Schema.Finite,
  y: Schema.Finite,
  width: Schema.Finite,
  height: Schema.Finite,
  required: Schema.Boolean,
  /** What a dropdown or radio buttons offer; without any, a text is asked for. */
  options: Schema.Array(Schema.String),
}).annotate({ identifier: "CeremonyField" });
export type CeremonyField = typeof CeremonyField.Type;

/** What somebody who came before has put into the document. */
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

/** Everything that the signing page shows. */
export const Ceremony = Schema.Struct({
  requestId: SignatureRequestId,
  state: CeremonyState,
  /** What the request is called. */
  name: Schema.String,
  /** Who sent it: the project. */
  sender: Schema.String,
  recipient: Schema.Struct({ name: Schema.String, email: Schema.String, designation: Designation }),
  /** What is agreed to, word for word, and its SHA-256 in hex, which comes back with `finish`. */
  consent: Schema.Struct({ text: Schema.String, sha256: Schema.String }),
  pageCount: Schema.Int,
  fields: Schema.Array(CeremonyField),
  earlierMarks: Schema.Array(EarlierMark),
  expiresAt: Timestamp,
}).annotate({ identifier: "Ceremony" });
export type Ceremony = typeof Ceremony.Type;

/** What a recipient hands in. */
export const FinishSigning = Schema.Struct({
  /** The SHA-256 of the consent that they were shown and agreed to. */
  consent: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  signature: Schema.optionalKey(AdoptedSignature),
  initials: Schema.optionalKey(AdoptedSignature),
  /** The day where the recipient is: date fields are filled with it. */
  date: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u)),
  /**
   * By id of the field: `true` where the signature or the initials or the date are put, and for a
   * checked box; a text, or the chosen option, elsewhere.
   */
  values: Schema.Record(
    Schema.String,
    Schema.Union([Schema.Boolean, Schema.String.check(maxCharacters(2000))]),
  ),
}).annotate({ identifier: "FinishSigning" });
export type FinishSigning = typeof FinishSigning.Type;

/** Why somebody will not sign. */
export const DeclineSigning = Schema.Struct({
  reason: Schema.String.check(
    characters(1, 500),
    Schema.isPattern(/\S/u),
    Schema.makeFilter((reason) => isVisible(reason) || "Has nothing to show"),
  ),
}).annotate({ identifier: "DeclineSigning" });
export type DeclineSigning = typeof DeclineSigning.Type;

/** Where a recipient stands after what they did. */
export const SigningStep = Schema.Struct({ state: CeremonyState }).annotate({
  identifier: "SigningStep",
});
export type SigningStep = typeof SigningStep.Type;

/**
 * What recipients of new envelopes agree to before they sign. Each envelope keeps the text it was
 * sent with; the SHA-256 of a text is its version.
 */
export const CONSENT = [
  "You agree to read this document and to sign or approve it electronically. What you sign here " +
    "counts as if you had signed by hand. This is about this document alone.",
  "You do not have to. You can choose Decline, or close this page, and ask the sender for the " +
    "document on paper. Until you finish you can change your mind at any time; nothing follows " +
    "from it but that the document is not signed. To withdraw later, write to the sender.",
  "You need what you are using now: a current web browser and an e-mail address, and a program " +
    "that opens PDF files for your copy. As soon as everybody has signed you are mailed a link to " +
    "the finished document: you can download it, keep it and print it. For a copy on paper, or to " +
    "have your e-mail address corrected, ask the sender.",
  "As evidence we record your name and e-mail address, when you were invited, opened the document, " +
    "agreed to this and finished, your IP address and browser, and what you filled in and signed. " +
    "The sender and everybody who is sent the finished document can see this.",
].join("\n\n");
