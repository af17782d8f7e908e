import { Schema } from "effect";

import { characters } from "../../values/mod.ts";

/** The types of fields that recipients fill in. */
export const FieldType = Schema.Literals([
  "signature",
  "initial",
  "text",
  "date",
  "checkbox",
  "dropdown",
  "radio_buttons",
  "text_area",
]);
export type FieldType = typeof FieldType.Type;

const RecipientIndex = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));
const Percent = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }));
const Size = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(100));
const Points = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1000));
const Offset = Schema.Finite.check(Schema.isBetween({ minimum: -1000, maximum: 1000 }));

/** An option without surrounding blanks, so that options differ visibly. */
const Option = Schema.String.check(
  characters(1, 200),
  Schema.isPattern(/^\S(?:[^]*\S)?$/u, { message: "Expected a text without blanks around it" }),
);

/** The options of a dropdown or of radio buttons. */
const Options = Schema.Array(Option).check(Schema.isBetweenLength(1, 100), Schema.isUnique());

/** A field at a position, in percent of the displayed page from its upper left corner. */
export const SignatureField = Schema.Struct({
  recipientIndex: RecipientIndex,
  type: FieldType,
  page: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  x: Percent,
  y: Percent,
  width: Schema.optionalKey(Size),
  height: Schema.optionalKey(Size),
  required: Schema.optionalKey(Schema.Boolean),
  options: Schema.optionalKey(Options),
}).annotate({ identifier: "SignatureField" });
export type SignatureField = typeof SignatureField.Type;

/** A field at each occurrence of a text. Size and offsets are in points. */
export const AnchorTag = Schema.Struct({
  anchorString: Schema.String.check(characters(1, 200)),
  type: Schema.Literals(["signature", "initials", "text", "date", "checkbox"]),
  recipientIndex: RecipientIndex,
  width: Schema.optionalKey(Points),
  height: Schema.optionalKey(Points),
  /** Moves the field to the right of the text's left edge; negative values move it left. */
  offsetX: Schema.optionalKey(Offset),
  /** Moves the field up from the bottom of the text; negative values move it down. */
  offsetY: Schema.optionalKey(Offset),
  required: Schema.optionalKey(Schema.Boolean),
  ignoreIfNotPresent: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "AnchorTag" });
export type AnchorTag = typeof AnchorTag.Type;

/** A rectangle on a page, in percent of the displayed page from its upper left corner. */
export interface Box {
  /** The first page is 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A field with defaults applied and its box within its page. */
export interface ResolvedField extends Box {
  readonly recipientIndex: number;
  readonly type: FieldType;
  readonly required: boolean;
  readonly options?: ReadonlyArray<string>;
}
