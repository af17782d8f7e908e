import {
  bindingOf,
  boundKey,
  type BarcodeField,
  type Binding,
  type LayoutField,
  type LineField,
  type ListField,
  type ManifestIndex,
  type MarkField,
  type MultiVariableTextField,
  type ShapeField,
  type SvgField,
  type TextField,
} from "@paraph/core/layouts";
import { valuePrinter, type InputData, type InputValue } from "@paraph/core/manifests";

import { fillTable, type TableFilling } from "./fill_table.ts";
import { fillText, literal, plainText, type RichPart } from "./rich_text.ts";

/** What a field shows once data has filled it. */
type Filling =
  | {
      readonly kind: "text";
      readonly field: TextField | MultiVariableTextField;
      readonly parts: ReadonlyArray<RichPart>;
    }
  | {
      readonly kind: "list";
      readonly field: ListField;
      readonly items: ReadonlyArray<ReadonlyArray<RichPart>>;
    }
  | TableFilling
  | { readonly kind: "image"; readonly source: string; readonly key: string }
  | {
      readonly kind: "drawing";
      readonly field: SvgField | LineField | ShapeField | MarkField;
      readonly value: string;
    }
  | { readonly kind: "barcode"; readonly field: BarcodeField; readonly value: string };

/** A field, what it shows, and whether it is drawn at all. */
export interface FilledField {
  readonly field: LayoutField;
  readonly filling: Filling;
  readonly isShown: boolean;
}

/** Fills one field from the data. Values are never read as placeholders, markup or code. */
export function fillField(field: LayoutField, index: ManifestIndex, data: InputData): FilledField {
  const binding = bindingOf(field.name, index);
  return { field, filling: fillingOf(field, binding, index, data), isShown: isShown(field, data) };
}

function fillingOf(
  field: LayoutField,
  binding: Binding,
  index: ManifestIndex,
  data: InputData,
): Filling {
  switch (field.type) {
    case "text":
    case "date":
    case "time":
    case "dateTime":
    case "select":
      return { kind: "text", field, parts: textOf(field, field.content, binding, index, data) };
    case "multiVariableText":
      return {
        kind: "text",
        field,
        parts: textOf(field, field.text || field.content, binding, index, data),
      };
    case "list":
      return { kind: "list", field, items: listItems(field, binding, index, data) };
    case "table":
      return fillTable(field, binding, index, data);
    case "image":
    case "signature":
      return {
        kind: "image",
        source: rawValue(field.content, binding, data),
        key: boundKey(field.name),
      };
    case "line":
    case "rectangle":
    case "ellipse":
      return { kind: "drawing", field, value: "" };
    case "svg":
    case "checkbox":
    case "radioGroup":
    case "circleMark":
      return { kind: "drawing", field, value: rawValue(field.content, binding, data) };
    default:
      return {
        kind: "barcode",
        field,
        value: plainText(textOf(field, field.content, binding, index, data)),
      };
  }
}

function textOf(
  field: { readonly type: string; readonly textFormat?: string | null },
  template: string | null | undefined,
  binding: Binding,
  index: ManifestIndex,
  data: InputData,
): ReadonlyArray<RichPart> {
  if (binding.kind !== "variable") {
    return fillText(template ?? "", index, data, field.textFormat === "inline-markdown");
  }
  const { dataType, format, key } = binding.variable;
  return literal(valuePrinter(dataType, format)(data.values[key]));
}

/** The value as it is, for what is not text on the page. */
function rawValue(content: string | null | undefined, binding: Binding, data: InputData): string {
  if (binding.kind !== "variable") return content ?? "";
  const value = data.values[binding.variable.key] ?? "";
  return typeof value === "boolean" ? String(value) : value;
}

function listItems(
  field: ListField,
  binding: Binding,
  index: ManifestIndex,
  data: InputData,
): ReadonlyArray<ReadonlyArray<RichPart>> {
  if (binding.kind === "loop") {
    const { key, itemFields } = binding.loop;
    const columns = field.columns ?? [itemFields[0]?.key ?? ""];
    const shown = itemFields.filter((item) => columns.includes(item.key));
    const printers = shown.map((item) => ({
      key: item.key,
      print: valuePrinter(item.dataType, item.format),
    }));
    return (data.loops[key] ?? []).map((row) =>
      literal(
        printers
          .map((item) => item.print(row[item.key]))
          .filter((text) => text !== "")
          .join(" – "),
      ),
    );
  }
  const lines = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  if (binding.kind === "variable")
    return lines(plainText(textOf(field, "", binding, index, data))).map(literal);
  const hasMarkdown = field.textFormat === "inline-markdown";
  return (jsonLines(field.content) ?? lines(field.content ?? "")).map((line) =>
    fillText(line, index, data, hasMarkdown),
  );
}

/** Designers keep a list's own items as JSON. */
function jsonLines(content: string | null | undefined): ReadonlyArray<string> | undefined {
  if (!content?.trimStart().startsWith("[")) return undefined;
  try {
    const items: unknown = JSON.parse(content);
    return Array.isArray(items) ? items.map(String) : undefined;
  } catch {
    return undefined; // Text that happens to begin with a bracket.
  }
}

function isShown({ when, unless }: LayoutField, data: InputData): boolean {
  if (when !== undefined && when !== null && isEmpty(when, data)) return false;
  return unless === undefined || unless === null || isEmpty(unless, data);
}

/** Whether a value is missing, empty, false or zero, or a loop without rows. */
function isEmpty(key: string, { values, loops }: InputData): boolean {
  const rows = Object.hasOwn(loops, key) ? loops[key] : undefined;
  if (rows !== undefined) return rows.length === 0;
  const value: InputValue | undefined = Object.hasOwn(values, key) ? values[key] : null;
  return value === undefined || value === null || value === false || value === "" || isZero(value);
}

function isZero(value: string | true): boolean {
  return (
    typeof value === "string" && /^[+-]?0*\.?0*(e[+-]?\d+)?$/i.test(value) && value.includes("0")
  );
}
