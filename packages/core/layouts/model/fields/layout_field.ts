import { Schema } from "effect";

import { characters, DateFormat, maxCharacters } from "../../../values/mod.ts";
import { BarcodeType } from "./barcode_type.ts";
import { Choices } from "./choices.ts";
import { commonSettings, Content, Name } from "./common_settings.ts";
import {
  Colour,
  DynamicFontSize,
  Length,
  MaybeColour,
  setting,
  TabStops,
  TextStyleSettings,
} from "./field_style.ts";
import { fillable } from "./fillable.ts";
import { barcodeSettings, described } from "./picture_settings.ts";
import { TableField } from "./table_field.ts";
import { TextValidation } from "./text_validation.ts";

/** A file in a layout, as text. The size of the request also limits it. */
const FileContent = Schema.String.check(Schema.isMaxLength(20_000_000));

const textual = {
  ...commonSettings,
  ...TextStyleSettings,
  content: setting(
    Content,
    "Static text, with placeholders: {key}, {key|format} and {= expression }. Fields named after a key show its value.",
  ),
  strikethrough: setting(Schema.Boolean, "Whether the text is struck through."),
  underline: setting(Schema.Boolean, "Whether the text is underlined."),
  dynamicFontSize: setting(DynamicFontSize, "Fits the font size to the box, between two bounds."),
  overflow: setting(
    Schema.Literals(["visible", "expand"]),
    "What happens to text that does not fit: it stays visible below the box, or the box expands and moves the fields below.",
  ),
  firstLineIndent: setting(
    Length,
    "Indentation of the first line of each paragraph, in millimetres.",
  ),
  paragraphSpacing: setting(Length, "The distance between paragraphs, in millimetres."),
  textFormat: setting(
    Schema.Literals(["plain", "inline-markdown"]),
    "inline-markdown allows **bold**, *italic* and links in the text.",
  ),
} as const;

/** Columns of text side by side, and the gap between them. */
const Columns = Schema.Struct({
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 })),
  gap: Length,
});

const richTextual = {
  ...textual,
  heading: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 })),
    "The level of the heading that the text is, for screen readers: 1 for the title of the document.",
  ),
  richText: setting(
    Schema.Boolean,
    "Whether the text is Markdown: that of the layout, or that of the data in a field for a variable.",
  ),
  columns: setting(Columns, "The columns of rich text."),
  tabStops: setting(
    TabStops,
    "The places that tabs in the text lead to. Without them, a tab is four spaces.",
  ),
  numCells: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })),
    "Sets one character in each of this many equal cells, as in forms (comb). Lines in the colour of the border separate the cells.",
  ),
  fillable,
} as const;

/** Text of one or more lines; dates, times and choices print as text too. */
export const TextField = Schema.Struct({
  ...richTextual,
  type: Schema.Literals(["text", "date", "time", "dateTime", "select"]),
  options: setting(Schema.Array(Schema.String), "The choices of a fillable select."),
});
export type TextField = typeof TextField.Type;

/** Text with placeholders in `text`. */
export const MultiVariableTextField = Schema.Struct({
  ...richTextual,
  type: Schema.Literal("multiVariableText"),
  text: setting(Content, "The text with placeholders: {key}, {key|format} and {= expression }."),
});
export type MultiVariableTextField = typeof MultiVariableTextField.Type;

/** The headings of a document with their page numbers. */
const Contents = Schema.Struct({
  levels: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 })),
    "How many levels of headings are listed, by default 3.",
  ),
  leader: setting(
    Schema.String.check(characters(0, 3)),
    "What fills the space between a title and its page number, by default a dot.",
  ),
});

/** Items under each other with a bullet or a number. */
export const ListField = Schema.Struct({
  ...textual,
  type: Schema.Literal("list"),
  listStyle: setting(Schema.Literals(["bullet", "ordered"]), "Bullets or numbers."),
  markerWidth: setting(Length, "The width of the bullet or number, in millimetres."),
  markerGap: setting(Length, "The distance between marker and text, in millimetres."),
  indentSize: setting(Length, "The indentation of each level, in millimetres."),
  itemSpacing: setting(Length, "The distance between items, in millimetres."),
  columns: setting(
    Schema.Array(Name).check(Schema.isBetweenLength(1, 100)),
    "The item fields that the items show.",
  ),
  contents: setting(
    Contents,
    "Makes the list a table of contents: the headings of the document with page numbers.",
  ),
});
export type ListField = typeof ListField.Type;

const Percentage = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }));

/** An image in its box. */
export const ImageField = Schema.Struct({
  ...commonSettings,
  ...described,
  type: Schema.Literals(["image", "signature"]),
  content: setting(
    FileContent,
    "Static content: an image as data:image/png;base64,…, or file:… in a folder.",
  ),
  fit: setting(
    Schema.Literals(["contain", "cover", "fill"]),
    "contain (default) shows the whole image, cover fills the box and crops what does not fit, fill stretches the image.",
  ),
  focalPoint: setting(
    Schema.Struct({ x: Percentage, y: Percentage }),
    "The point of the image that is aligned with the same point of the box, in percent from the top left.",
  ),
});
export type ImageField = typeof ImageField.Type;

/** A drawing in SVG. */
export const SvgField = Schema.Struct({
  ...commonSettings,
  ...described,
  type: Schema.Literal("svg"),
  content: setting(FileContent, "The drawing as SVG, or file:… in a folder."),
});
export type SvgField = typeof SvgField.Type;

/** A straight line as thick as its box is high. */
export const LineField = Schema.Struct({
  ...commonSettings,
  type: Schema.Literal("line"),
  color: setting(MaybeColour, "The colour of the line."),
});
export type LineField = typeof LineField.Type;

/** A filled or bordered shape. */
export const ShapeField = Schema.Struct({
  ...commonSettings,
  type: Schema.Literals(["rectangle", "ellipse"]),
  color: setting(MaybeColour, "The colour of the area."),
  borderColor: setting(MaybeColour, "The colour of the border."),
  borderWidth: setting(Length, "In millimetres."),
  radius: setting(Length, "The radius of the corners, in millimetres."),
});
export type ShapeField = typeof ShapeField.Type;

/** A mark for true or false. */
export const MarkField = Schema.Struct({
  ...commonSettings,
  type: Schema.Literals(["checkbox", "radioGroup", "circleMark"]),
  content: setting(Content, "Static content: true, false, or the value of the choice."),
  color: setting(Colour, "The colour of the mark."),
  borderWidth: setting(Length, "The width of the border, in millimetres."),
  fillable,
  group: setting(
    Schema.String,
    "The name of the choice that a fillable radioGroup or circleMark is part of: people can set one mark of a group.",
  ),
});
export type MarkField = typeof MarkField.Type;

export const BarcodeField = Schema.Struct({
  ...commonSettings,
  ...described,
  ...barcodeSettings,
  type: BarcodeType,
  content: setting(Content, "The static text of the code, with placeholders."),
});
export type BarcodeField = typeof BarcodeField.Type;

/** The types of fields that recipients of a signature request fill in. */
export const SigningFieldType = Schema.Literals([
  "signature",
  "initials",
  "signingDate",
  "signingText",
  "signingCheckbox",
  "signingChoice",
]);
export type SigningFieldType = typeof SigningFieldType.Type;

/** A box that a recipient fills in when they sign. It draws only its line. */
export const SigningField = Schema.Struct({
  ...commonSettings,
  type: SigningFieldType,
  role: Schema.String.check(characters(1, 60)).annotateKey({
    description:
      "Whose field it is. `recipients[].role` of a signature request names who has the role.",
  }),
  required: setting(Schema.Boolean, "Whether the recipient must fill it in, by default true."),
  label: setting(
    Schema.String.check(maxCharacters(160)),
    "The name of the field on the signing page. It is not printed.",
  ),
  options: setting(Choices, "The choices of a signingChoice, 1 to 100."),
  display: setting(
    Schema.Literals(["dropdown", "radio"]),
    "How the signing page shows the choices of a signingChoice: as a dropdown (default) or as radio buttons.",
  ),
  content: setting(
    Content,
    "The text that a signingText starts with, with placeholders: {key}, {key|format} and {= expression }. The recipient can change it.",
  ),
  placeholder: setting(
    Schema.String.check(maxCharacters(160)),
    "A hint in an empty signingText. It is not printed.",
  ),
  validation: setting(TextValidation, "What a signingText must be: an email address, for example."),
  format: setting(
    DateFormat,
    "How a signingDate is printed, by default as dates in the language of the recipient's browser.",
  ),
  lineColor: setting(
    MaybeColour,
    "The colour of a line at the bottom of the box; none by default.",
  ),
  lineWidth: setting(Length, "In millimetres, 0.3 by default."),
});
export type SigningField = typeof SigningField.Type;

/** Whether a recipient fills in a field. A `signature` without a role is an image, as in pdfme. */
export function isSigningField(field: LayoutField): field is SigningField {
  return "role" in field;
}

const isBarcodeType = Schema.is(BarcodeType);

/** Whether a field, or the cells of a column, are barcodes. */
export function isBarcode<T extends { readonly type: string }>(
  field: T,
): field is Extract<T, { readonly type: BarcodeType }> {
  return isBarcodeType(field.type);
}

/** A field of any type. */
export const LayoutField = Schema.Union([
  SigningField,
  TextField,
  MultiVariableTextField,
  ListField,
  TableField,
  ImageField,
  SvgField,
  LineField,
  ShapeField,
  MarkField,
  BarcodeField,
]);
export type LayoutField = typeof LayoutField.Type;

/** The schemas of fields by type; `signature` is that of an image. */
export const FIELD_SCHEMAS: ReadonlyMap<string, Schema.Decoder<LayoutField>> = new Map(
  LayoutField.members.flatMap((member) => {
    const { type } = member.fields;
    const names: ReadonlyArray<string> = "literals" in type ? type.literals : [type.literal];
    return names.map((name): [string, Schema.Decoder<LayoutField>] => [name, member]);
  }),
);

/** The schema of an unchecked field; undefined for an unknown type. */
export function fieldSchema(field: object): Schema.Decoder<LayoutField> | undefined {
  if (!("type" in field) || typeof field.type !== "string") return undefined;
  return field.type === "signature" && "role" in field
    ? SigningField
    : FIELD_SCHEMAS.get(field.type);
}
