import { Schema } from "effect";

/** The order and the separators of dates in documents. A closed list, so that a date always reads the same. */
export const DateFormat = Schema.Literals([
  "YYYY-MM-DD",
  "YYYY/MM/DD",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "DD-MM-YYYY",
  "MM/DD/YYYY",
]);
export type DateFormat = typeof DateFormat.Type;
