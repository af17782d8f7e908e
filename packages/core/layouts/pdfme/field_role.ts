import type { DataType } from "../../manifests/mod.ts";
import { FIELD_SCHEMAS, SigningFieldType } from "../model/fields/layout_field.ts";
import type { PdfmeField } from "./read_template.ts";

/**
 * What a field of pdfme becomes: a variable or a loop of its name, a text with variables, or static. Fields
 * that print nothing are left out.
 */
export type FieldRole = "variable" | "loop" | "text" | "static" | "nothing" | "unknown";

/** A `signature` without a role is an image. */
const SIGNING_TYPES: ReadonlySet<string> = new Set(
  SigningFieldType.literals.filter((type) => type !== "signature"),
);
const SHAPES: ReadonlySet<string> = new Set(["line", "rectangle", "ellipse"]);

/** pdfme fills all fields that are not read-only. */
export function roleOf({ type, settings }: PdfmeField): FieldRole {
  if (!FIELD_SCHEMAS.has(type)) return "unknown";
  if (SIGNING_TYPES.has(type) || "role" in settings) return "static";
  if (settings["readOnly"] === true || SHAPES.has(type)) return "static";
  if (type === "table" || type === "list") return "loop";
  if (type !== "multiVariableText") return "variable";
  const { text } = settings;
  return typeof text === "string" && text !== "" ? "text" : "nothing";
}

/** The data types of field types; samples tell those of the others. */
export const FIXED_TYPES: ReadonlyMap<string, DataType> = new Map([
  ["image", "image"],
  ["signature", "image"],
  ["checkbox", "boolean"],
  ["radioGroup", "boolean"],
  ["circleMark", "boolean"],
  ["date", "date"],
  ["dateTime", "datetime"],
]);
