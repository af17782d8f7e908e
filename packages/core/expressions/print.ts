import { layoutFormatProblem, printerOf, type PrintFormat } from "../manifests/mod.ts";
import { decimalText } from "../values/mod.ts";
import { dataTypeOf } from "./functions/text_functions.ts";
import { isDecimal, type Value } from "./value.ts";
import { nameOfType, type ValueType } from "./value_type.ts";

/** Why text cannot show values of a type, in a format if one is given; `undefined` if it can. */
export function printProblem(type: ValueType, format: string | undefined): string | undefined {
  switch (type.kind) {
    case "list":
      return `Text cannot show ${nameOfType(type)}: use join(), count() or sum()`;
    case "row":
    case "image":
      return `Text cannot show ${nameOfType(type)}`;
    default:
      return format === undefined ? undefined : layoutFormatProblem(format, dataTypeOf(type));
  }
}

/** Prints the value of an expression; absent values print as empty text. */
export function printExpressionValue(value: Value, format: PrintFormat): string {
  if (isDecimal(value)) return printerOf(format)(decimalText(value));
  return typeof value === "string" || typeof value === "boolean" ? printerOf(format)(value) : "";
}
