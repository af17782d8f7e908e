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
