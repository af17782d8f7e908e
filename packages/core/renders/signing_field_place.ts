import { Schema } from "effect";

import { SigningFieldType, TextValidation } from "../layouts/mod.ts";
import { DateFormat } from "../values/mod.ts";

const Percent = (description: string) => Schema.Finite.annotateKey({ description });

/** A signing field of the layout at its place in the PDF (contract §11). */
export const SigningFieldPlace = Schema.Struct({
  id: Schema.String.annotateKey({
    description:
      "The name of the field in the layout. A repeated field has a number too: `sign-2`.",
  }),
  role: Schema.String.annotateKey({
    description:
      "Whose field it is. `recipients[].role` of a signature request names the recipient.",
  }),
  type: SigningFieldType.annotateKey({ description: "What the recipient fills in." }),
  label: Schema.NullOr(Schema.String).annotateKey({
    description: "The label in the layout. `null` without one.",
  }),
  required: Schema.Boolean.annotateKey({
    description: "Whether the recipient must fill in the field.",
  }),
  options: Schema.optionalKey(Schema.Array(Schema.String)).annotateKey({
    description: "The choices of a `signingChoice`. Absent for other types.",
  }),
  display: Schema.optionalKey(Schema.Literals(["dropdown", "radio"])).annotateKey({
    description: "How the signing page shows the choices. Absent for other types.",
  }),
  value: Schema.optionalKey(Schema.String).annotateKey({
    description: "The text that a `signingText` starts with. Absent without one.",
  }),
  placeholder: Schema.optionalKey(Schema.String).annotateKey({
    description: "The hint in an empty `signingText`. Absent without one.",
  }),
  validation: Schema.optionalKey(TextValidation).annotateKey({
    description: "What a `signingText` must be. Absent for any text.",
  }),
  format: Schema.optionalKey(DateFormat).annotateKey({
    description: "How a `signingDate` is printed. Absent for the format of the recipient.",
  }),
  page: Schema.Int.annotateKey({ description: "Page of the PDF. The first page is 1." }),
  x: Percent("Distance from the left edge of the page, in percent of the page width."),
  y: Percent("Distance from the top edge of the page, in percent of the page height."),
  width: Percent("Width in percent of the page width."),
  height: Percent("Height in percent of the page height."),
}).annotate({
  identifier: "SigningFieldPlace",
  description: "A signing field of the layout at its place in the PDF.",
});
export type SigningFieldPlace = typeof SigningFieldPlace.Type;
