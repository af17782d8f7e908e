import { Schema } from "effect";

import { Designation, FieldType } from "../signatures/mod.ts";
import { characters, maxCharacters, SignatureRequestId, Timestamp } from "../values/mod.ts";
import { Adopted } from "./signature_mark.ts";
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
    Schema.Struct({ kind: Schema.Literal("signature"), signature: Adopted }),
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
  signature: Schema.optionalKey(Adopted),
  initials: Schema.optionalKey(Adopted),
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
