import { Schema } from "effect";

import { DATE_FORMATS } from "./date_formats.ts";

/** The order and the separators of dates in documents. A closed list, so that a date always reads the same. */
export const DateFormat = Schema.Literals(DATE_FORMATS);
export type DateFormat = typeof DateFormat.Type;
