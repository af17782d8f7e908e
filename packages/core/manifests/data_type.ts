import { Schema } from "effect";

/** The type of a variable's values. It decides how data is validated, printed and edited. */
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
