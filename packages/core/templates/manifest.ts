import { Schema } from "effect";

/** What kind of value a variable holds; decides how data is checked, printed and edited. */
export const DataType = Schema.Literals([
  "text",
  "longtext",
  "number",
  "currency",
  "date",
  "datetime",
  "boolean",
  "image",
  "url",
  "email",
]);
export type DataType = typeof DataType.Type;

/** How a number, an amount or a date prints: `currency:EUR@de-DE`, `number:2`, `percent`, `date:long`. */
const FormatText = Schema.String.check(Schema.isBetweenLength(1, 60));
const Label = Schema.String.check(Schema.isBetweenLength(1, 160));
const Description = Schema.String.check(Schema.isMaxLength(280));
const Key = Schema.String.check(Schema.isBetweenLength(1, 160));
const Required = Schema.optionalKey(Schema.Boolean);

/** One value of the data, addressed by its dot-path. */
export const VariableDefinition = Schema.Struct({
  key: Key,
  label: Label,
  dataType: DataType,
  required: Required,
  format: Schema.optionalKey(FormatText),
  description: Schema.optionalKey(Description),
  previewData: Schema.optionalKey(Schema.Json),
}).annotate({ identifier: "VariableDefinition" });
export type VariableDefinition = typeof VariableDefinition.Type;

/** One column of a loop's rows. */
export const ItemField = Schema.Struct({
  key: Key,
  label: Label,
  dataType: DataType,
  required: Required,
  format: Schema.optionalKey(FormatText),
}).annotate({ identifier: "ItemField" });
export type ItemField = typeof ItemField.Type;

/** A list of rows in the data; prints as a repeating table. */
export const LoopDefinition = Schema.Struct({
  key: Key,
  label: Label,
  itemFields: Schema.Array(ItemField).check(Schema.isBetweenLength(1, 100)),
  description: Schema.optionalKey(Description),
  previewData: Schema.optionalKey(Schema.Json),
}).annotate({ identifier: "LoopDefinition" });
export type LoopDefinition = typeof LoopDefinition.Type;

/** What a template wants to know: its variables and its loops (interface, Template manifest). */
export const Manifest = Schema.Struct({
  variables: Schema.Array(VariableDefinition).check(Schema.isMaxLength(500)),
  loops: Schema.Array(LoopDefinition).check(Schema.isMaxLength(50)),
}).annotate({ identifier: "Manifest" });
export type Manifest = typeof Manifest.Type;
