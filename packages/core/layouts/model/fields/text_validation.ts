import { DateTime, Option, Schema } from "effect";

import { isEmail } from "../../../values/mod.ts";

/** What a recipient may enter into a text, by name. */
export const TextValidation = Schema.Literals(["email", "number", "date", "phone", "url"]);
export type TextValidation = typeof TextValidation.Type;

/** The maximum length of an email address, as everywhere. */
const MAX_EMAIL = 254;

/**
 * Whether a text that is not empty is what its field asks for. Numbers and phone numbers may have the
 * separators of any country.
 *
 * @example Numbers of several countries
 * ```ts
 * import { isValidText } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * for (const text of ["1,234.56", "1.234,56", "-12", "1 234"]) assert.ok(isValidText(text, "number"));
 * assert.equal(isValidText("12 pieces", "number"), false);
 * assert.equal(isValidText("2026-02-30", "date"), false);
 * ```
 */
export function isValidText(text: string, validation: TextValidation): boolean {
  switch (validation) {
    case "email":
      return isEmail(text, MAX_EMAIL);
    case "number":
      return /^[+\-\u2212]?\p{Nd}+(?:[.,'’ \u00a0\u202f]\p{Nd}+)*$/u.test(text);
    case "phone":
      return /^\+?[\d\s()/.-]{4,40}$/u.test(text) && text.replaceAll(/\D/gu, "").length >= 4;
    case "url":
      return /^https?:\/\/[^\s/]+\.[^\s]+$/iu.test(text) && URL.canParse(text);
    default:
      return isDate(text);
  }
}

/** Whether a text is a day of the calendar, as `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  return Option.exists(
    DateTime.make(`${text}T00:00:00Z`),
    (midnight) => DateTime.formatIsoDateUtc(midnight) === text,
  );
}
