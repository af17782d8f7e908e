import { Schema } from "effect";

import { Choices, TextValidation } from "../../layouts/mod.ts";
import { characters, DateFormat, visibleName } from "../../values/mod.ts";

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

const recipientIndex = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotateKey({
  description: "Index of the recipient in `recipients`, from 0. A `CC` recipient has no fields.",
});
const required = Schema.optionalKey(Schema.Boolean).annotateKey({
  description:
    "Whether the recipient must fill in the field. Default: `true` for signatures, initials and dates, otherwise `false`.",
});

const Percent = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }));
const Size = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(100));
const Points = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1000));
const Offset = Schema.Finite.check(Schema.isBetween({ minimum: -1000, maximum: 1000 }));

const Hint = visibleName(160);
const value = Schema.String.check(characters(1, 2000));

/** What the signing page shows of a field, and what it accepts. */
const settings = {
  label: Schema.optionalKey(Hint).annotateKey({
    description: "Name of the field on the signing page. It is not printed. Default: its type.",
  }),
  placeholder: Schema.optionalKey(Hint).annotateKey({
    description: "Hint in an empty `text` or `text_area`. It is not printed. Default: the label.",
  }),
  validation: Schema.optionalKey(TextValidation).annotateKey({
    description:
      "What a `text` must be. `date` is entered with the date picker of the browser. Default: any text.",
  }),
  format: Schema.optionalKey(DateFormat).annotateKey({
    description: "How a `date` is printed. Default: the format of the recipient's browser.",
  }),
  value: Schema.optionalKey(value).annotateKey({
    description:
      "Text that the field starts with; the recipient can change it. For `text`, `text_area` and choices. It must be one of the options, or pass the `validation`.",
  }),
};

/** A field at a position, in percent of the displayed page from its upper left corner. */
export const SignatureField = Schema.Struct({
  recipientIndex,
  type: FieldType.annotateKey({ description: "What the recipient fills in." }),
  page: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotateKey({
    description: "Page of the document. The first page is 1.",
  }),
  x: Percent.annotateKey({
    description: "Distance from the left edge of the page, in percent of the page width.",
  }),
  y: Percent.annotateKey({
    description: "Distance from the top edge of the page, in percent of the page height.",
  }),
  width: Schema.optionalKey(Size).annotateKey({
    description: "Width in percent of the page width. The default depends on the type.",
  }),
  height: Schema.optionalKey(Size).annotateKey({
    description: "Height in percent of the page height. The default depends on the type.",
  }),
  required,
  options: Schema.optionalKey(Choices).annotateKey({
    description:
      "1 to 100 different choices of a `dropdown` or of `radio_buttons`. Other types have none.",
  }),
  ...settings,
}).annotate({
  identifier: "SignatureField",
  description: "A field at a position on a page, for one recipient.",
});
export type SignatureField = typeof SignatureField.Type;

/** A field at each occurrence of a text. Size and offsets are in points. */
export const AnchorTag = Schema.Struct({
  anchorString: Schema.String.check(characters(1, 200)).annotateKey({
    description:
      "Text to find in the document, ignoring case and line breaks. Every occurrence gets a field.",
  }),
  type: Schema.Literals(["signature", "initials", "text", "date", "checkbox"]).annotateKey({
    description:
      "What the recipient fills in. Initials are `initials` here, and `initial` in `fields`.",
  }),
  recipientIndex,
  width: Schema.optionalKey(Points).annotateKey({
    description: "Width in points. The default depends on the type.",
  }),
  height: Schema.optionalKey(Points).annotateKey({
    description: "Height in points. The default depends on the type.",
  }),
  offsetX: Schema.optionalKey(Offset).annotateKey({
    description:
      "Points to move the field to the right of the text's left edge. Negative values move it left. Default: 0.",
  }),
  offsetY: Schema.optionalKey(Offset).annotateKey({
    description:
      "Points to move the field up from the bottom of the text. Negative values move it down. Default: 0.",
  }),
  required,
  ignoreIfNotPresent: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "Whether to ignore the tag if the document does not contain the text. Default: `false`, which rejects the request.",
  }),
}).annotate({
  identifier: "AnchorTag",
  description: "A field at each occurrence of a text in the document, for one recipient.",
});
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

/** The settings of a field that not every provider supports. */
export type FieldSettings = Pick<
  SignatureField,
  "label" | "placeholder" | "validation" | "format" | "value"
>;

/** A field with defaults applied and its box within its page. */
export interface ResolvedField extends Box, FieldSettings {
  readonly recipientIndex: number;
  readonly type: FieldType;
  readonly required: boolean;
  readonly options?: ReadonlyArray<string>;
}
