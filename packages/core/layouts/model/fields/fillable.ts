import { Schema } from "effect";

import { characters } from "../../../values/mod.ts";
import { setting } from "./field_style.ts";

/** The maximum length of the name of a form field. */
export const MAX_FORM_NAME = 100;

const FormFieldName = Schema.String.check(
  Schema.isPattern(new RegExp(`^[A-Za-z0-9_-]{1,${MAX_FORM_NAME}}$`), {
    message: `Expected 1 to ${MAX_FORM_NAME} letters (A to Z), digits, _ or -`,
  }),
);

/** How a field is a form field of the PDF. */
export const FormFieldSettings = Schema.Struct({
  name: setting(
    FormFieldName,
    "The name of the form field, or of the choice that a radio button is: letters, digits, _ and -. The default is the name of the field.",
  ),
  label: setting(
    Schema.String.check(characters(1, 160)),
    "What PDF readers show as the tooltip, and screen readers say. The default is the label of the variable.",
  ),
  required: setting(Schema.Boolean, "Whether PDF readers mark the form field as required."),
  readOnly: setting(Schema.Boolean, "Whether people cannot change the form field."),
  multiline: setting(
    Schema.Boolean,
    "Whether a text can have several lines. By default it can, if its box is high enough for two.",
  ),
  maxLength: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 16_000 })),
    "How many characters people can enter.",
  ),
});
export type FormFieldSettings = typeof FormFieldSettings.Type;

/** Whether a field is a form field, or its settings as one. */
export const Fillable = Schema.Union([Schema.Boolean, FormFieldSettings]);

const DESCRIPTION =
  "Makes the field a form field of the PDF, which people fill in with a PDF reader: true, or its settings. The content of the field is its default value.";

/** The setting of every type that can be a form field. */
export const fillable = setting(Fillable, DESCRIPTION);
