import { Schema } from "effect";

import { isValidText, TextValidation } from "../../layouts/mod.ts";
import { isVisible } from "../../values/mod.ts";
import type { SignatureField } from "./fields.ts";

/** A field that may have problems. */
type UncheckedField = {
  readonly [
    Name in keyof Pick<SignatureField, "type" | "value" | "options" | "validation">
  ]?: unknown;
};

/** The maximum length of a text of one line. */
const MAX_LINE = 200;

const isTextValidation = Schema.is(TextValidation);

/**
 * Why a recipient could not enter the value that a field starts with.
 *
 * @example A value that is no option
 * ```ts
 * import { valueProblem } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * const field = { type: "dropdown", options: ["Monthly", "Yearly"] };
 * assert.equal(valueProblem({ ...field, value: "Yearly" }), undefined);
 * assert.equal(valueProblem({ ...field, value: "Weekly" }), "Is not one of the options");
 * ```
 */
export function valueProblem({
  type,
  value,
  options,
  validation,
}: UncheckedField): string | undefined {
  if (typeof value !== "string") return undefined;
  if (value !== "" && !isVisible(value)) return "Expected at least one visible character";
  if (Array.isArray(options) && !options.includes(value)) return "Is not one of the options";
  if (type === "text_area") return undefined;
  if (Array.from(value).length > MAX_LINE) return `Expected at most ${MAX_LINE} characters`;
  if (/[\n\r\v\f\u0085\u2028\u2029]/u.test(value)) return "Must be one line";
  return type === "text" && isTextValidation(validation) && !isValidText(value.trim(), validation)
    ? `Is not valid: validation is ${validation}`
    : undefined;
}
