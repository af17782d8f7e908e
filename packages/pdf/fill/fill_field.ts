import { type Code, evaluateExpression, ExpressionLimit } from "@paraph/core/expressions";
import type {
  BarcodeField,
  LayoutField,
  LineField,
  ListField,
  MarkField,
  MultiVariableTextField,
  ShapeField,
  SigningField,
  SvgField,
  TextField,
} from "@paraph/core/layouts";
import { printerOf, valueInRow } from "@paraph/core/manifests";

import type { Description } from "../blocks/block_tags.ts";
import type { CompiledConditions } from "../compile/compiled_conditions.ts";
import type {
  CompiledField,
  CompiledForm,
  CompiledItems,
  Filler,
  FromData,
} from "../compile/compiled_template.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import type { Markdown } from "../rich/load_markdown.ts";
import type { RichParagraphs } from "../rich/markdown.ts";
import type { DataScope } from "./data_scope.ts";
import { fillTable, type TableFilling } from "./fill_table.ts";
import {
  anchorName,
  fillLink,
  fillRichText,
  fillText,
  linesOf,
  literal,
  plainText,
  type RichPart,
} from "./rich_text.ts";

/** The content of a field, filled from the data. */
type Filling =
  | {
      readonly kind: "text";
      readonly field: TextField | MultiVariableTextField;
      readonly parts: ReadonlyArray<RichPart>;
    }
  | {
      readonly kind: "rich";
      readonly field: TextField | MultiVariableTextField;
      readonly paragraphs: RichParagraphs<ReadonlyArray<RichPart>>;
    }
  | {
      readonly kind: "list";
      readonly field: ListField;
      readonly items: ReadonlyArray<ReadonlyArray<RichPart>>;
    }
  | { readonly kind: "contents"; readonly field: ListField }
  | TableFilling
  | { readonly kind: "signing"; readonly field: SigningField; readonly value: string }
  /** An image of the template, or the source of an image in the data; "" for none. */
  | { readonly kind: "image"; readonly image: PreparedImage | string; readonly key: string }
  | {
      readonly kind: "drawing";
      readonly field: SvgField | LineField | ShapeField | MarkField;
      readonly value: string;
    }
  | { readonly kind: "barcode"; readonly field: BarcodeField; readonly value: string };

/** A field with its content. */
export interface FilledField {
  /** Its path in the layout. */
  readonly path: string;
  readonly field: LayoutField;
  readonly filling: Filling;
  /** What screen readers say of a picture. */
  readonly description: Description;
  /** Whether its conditions (`when` and `unless`) hold. */
  readonly isShown: boolean;
  /** Whether it would show nothing. */
  readonly isBlank: boolean;
  readonly anchor?: string;
  /** The link of its box. */
  readonly link?: string;
  /** Only for a form field. */
  readonly form?: FilledForm;
}

/** How a field is a form field, and the row of the section that it is in. */
export interface FilledForm extends CompiledForm {
  readonly row: object | undefined;
}

/**
 * Fills a field from the data. Values are never parsed as placeholders or code, and as markup only where the
 * layout declares the value of a field as rich text.
 *
 * @param markdown The parser of rich text, for templates that parse data.
 */
export function fillField(
  compiledField: CompiledField,
  scope: DataScope,
  markdown: Markdown | undefined,
): FilledField {
  const { path, field, filler, conditions } = compiledField;
  try {
    const filling = fillingOf(filler, scope, markdown);
    const isVisible = isShown(field, conditions, scope);
    const { anchor, link, alt, form } = compiledField;
    const target = link === undefined ? undefined : fillLink(link, scope);
    return {
      path,
      field,
      filling,
      description: descriptionOf(field, alt && plainText(fillText(alt, scope))),
      isShown: isVisible,
      isBlank: form === undefined && isBlank(filling),
      ...(form === undefined ? {} : { form: { ...form, row: scope.row } }),
      ...(anchor === undefined ? {} : { anchor: anchorName(plainText(fillText(anchor, scope))) }),
      ...(target === undefined ? {} : { link: target }),
    };
  } catch (error) {
    if (!(error instanceof ExpressionLimit)) throw error;
    throw new PermanentRenderError("render_failed", `${path}: ${error.message}`);
  }
}

const NO_DESCRIPTION: Description = { alt: undefined, isDecorative: false };

function descriptionOf(field: LayoutField, alt: string | undefined): Description {
  if (!("decorative" in field))
    return alt === undefined ? NO_DESCRIPTION : { alt, isDecorative: false };
  return { alt, isDecorative: field.decorative === true };
}

function fillingOf(filler: Filler, scope: DataScope, markdown: Markdown | undefined): Filling {
  switch (filler.kind) {
    case "rich": {
      const { kind, field, source } = filler;
      return { kind, field, paragraphs: fillRichText(source, scope, markdown) };
    }
    case "text":
      return { kind: "text", field: filler.field, parts: fillText(filler.text, scope) };
    case "list":
      return { kind: "list", field: filler.field, items: fillItems(filler.items, scope) };
    case "table":
      return fillTable(filler, scope, markdown);
    case "signing": {
      const { kind, field, value = [] } = filler;
      return { kind, field, value: oneLine(plainText(fillText(value, scope))) };
    }
    case "contents":
      return filler;
    case "image": {
      const { image, key } = filler;
      return { kind: "image", image: "variable" in image ? rawValue(image, scope) : image, key };
    }
    case "drawing": {
      const { field, value } = filler;
      return { kind: "drawing", field, value: rawValue(value, scope) };
    }
    default: {
      const { field, text } = filler;
      return { kind: "barcode", field, value: plainText(fillText(text, scope)) };
    }
  }
}

/** A text of one line: recipients cannot enter more. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** The unformatted value, for fields that do not print text. */
function rawValue(source: string | FromData, scope: DataScope): string {
  if (typeof source === "string") return source;
  const value = scope.value(source.variable) ?? "";
  return typeof value === "boolean" ? String(value) : value;
}

function fillItems(items: CompiledItems, scope: DataScope): ReadonlyArray<ReadonlyArray<RichPart>> {
  switch (items.kind) {
    case "loop": {
      const printers = items.parts.map(({ key, format }) => ({ key, print: printerOf(format) }));
      return (scope.rows(items.key) ?? []).map((row) =>
        literal(
          printers
            .map(({ key, print }) => print(valueInRow(row, key)))
            .filter((text) => text !== "")
            .join(" – "),
        ),
      );
    }
    case "lines": {
      const { key, format } = items.value;
      return linesOf(printerOf(format)(scope.value(key))).map(literal);
    }
    default:
      return items.items.map((text) => fillText(text, scope));
  }
}

function isBlank(filling: Filling): boolean {
  switch (filling.kind) {
    case "text":
      return filling.parts.every(isBlankPart) && !hasFrame(filling.field);
    case "rich":
      return filling.paragraphs.length === 0 && !hasFrame(filling.field);
    case "list":
      return filling.items.length === 0 && !hasFrame(filling.field);
    case "table": {
      const { field, head, rows, totals, footRows } = filling;
      const hasHead = field.showHead !== false && head.length > 0;
      return !hasHead && rows.length === 0 && totals === undefined && footRows === undefined;
    }
    case "signing":
    case "contents":
      return false;
    case "image":
      return filling.image === "";
    case "drawing":
      return filling.field.type === "svg" && filling.value === "";
    default:
      return filling.value === "";
  }
}

function isBlankPart(part: RichPart): boolean {
  return "text" in part && part.text.trim() === "";
}

function hasFrame({
  backgroundColor,
  borderColor,
}: ListField | TextField | MultiVariableTextField) {
  return Boolean(backgroundColor) || Boolean(borderColor);
}

/** Whether the conditions of a field or of a section hold. */
export function isShown(
  { when, unless }: Pick<LayoutField, "when" | "unless">,
  conditions: CompiledConditions | undefined,
  scope: DataScope,
): boolean {
  const holds = (key: string, code: Code | undefined) =>
    code === undefined
      ? !isEmpty(key, scope)
      : evaluateExpression(code, scope.data, scope.locals) === true;
  if (when !== undefined && when !== null && !holds(when, conditions?.when)) return false;
  return unless === undefined || unless === null || !holds(unless, conditions?.unless);
}

/** Returns whether a value is missing, empty, false or zero, or a loop has no rows. */
function isEmpty(key: string, scope: DataScope): boolean {
  const rows = scope.rows(key);
  if (rows !== undefined) return rows.length === 0;
  const value = scope.value(key);
  return value === null || value === false || value === "" || isZero(value);
}

function isZero(value: string | true): boolean {
  return typeof value === "string" && /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:e[+-]?\d+)?$/i.test(value);
}
