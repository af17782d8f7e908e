import { Schema } from "effect";

/** What a recipient may enter into a text, by name. */
export const TextValidation = Schema.Literals(["email", "number", "date", "phone", "url"]);
export type TextValidation = typeof TextValidation.Type;
