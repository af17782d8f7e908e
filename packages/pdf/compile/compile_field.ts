import {
  bindingOf,
  type Binding,
  boundKey,
  formFieldSettings,
  isSigningField,
  type LayoutField,
  type ListField,
  type MultiVariableTextField,
  parseCondition,
  type TextField,
} from "@paraph/core/layouts";

import { linesOf } from "../fill/rich_text.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import type { Markdown } from "../rich/load_markdown.ts";
import { compileTable } from "./compile_table.ts";
import { boundText, compileRichText, compileText, linkOf } from "./compile_text.ts";
import type { CompiledConditions } from "./compiled_conditions.ts";
import type {
  CompiledField,
  CompiledForm,
  CompiledItems,
  Filler,
  FromData,
  RichSource,
} from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

export interface FieldContext {
  readonly keys: KnownKeys;
  /** Reads an image that a field embeds as a `data:` URI. */
  readonly readImage: (dataUri: string) => PreparedImage;
  /** The parser of rich text, if a field needs it. */
  readonly markdown: Markdown | undefined;
}

/** Resolves the content of a field. */
export function compileField(
  field: LayoutField,
  path: string,
  context: FieldContext,
): CompiledField {
  const binding = bindingOf(field.name, context.keys.index);
  const filler = fillerOf(field, binding, context);
  const form = formOf(field, binding);
  const conditions = conditionsOf(field, context.keys);
  const alt = "alt" in field && field.alt ? compileText(field.alt, context.keys) : undefined;
  return {
    path,
    field: "field" in filler ? filler.field : withoutContent(field),
    filler,
    ...(alt === undefined ? {} : { alt }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(field.anchor ? { anchor: compileText(field.anchor, context.keys) } : {}),
    ...(form === undefined ? {} : { form }),
    ...(field.link ? { link: linkOf(field.link, context.keys) } : {}),
  };
}

function formOf(field: LayoutField, binding: Binding): CompiledForm | undefined {
  const settings = formFieldSettings(field);
  if (settings === undefined) return undefined;
  const own = binding.kind === "variable" ? binding.variable.label : field.name;
  return { ...settings, label: settings.label ?? own };
}

/** The conditions that are expressions; undefined if none is. */
export function conditionsOf(
  { when, unless }: Pick<LayoutField, "when" | "unless">,
  keys: KnownKeys,
): CompiledConditions | undefined {
  const codeOf = (text: string | null | undefined) => {
    const condition = text === undefined || text === null ? undefined : parseCondition(text);
    return condition?.kind === "expression" ? keys.condition(condition.source) : undefined;
  };
  const [shown, hidden] = [codeOf(when), codeOf(unless)];
  if (shown === undefined && hidden === undefined) return undefined;
  return {
    ...(shown === undefined ? {} : { when: shown }),
    ...(hidden === undefined ? {} : { unless: hidden }),
  };
}

function fillerOf(field: LayoutField, binding: Binding, context: FieldContext): Filler {
  const { keys, readImage, markdown } = context;
  if (isSigningField(field)) {
    const value = field.content ? compileText(field.content, keys) : undefined;
    const bare = withoutContent(field);
    return value === undefined
      ? { kind: "signing", field: bare }
      : { kind: "signing", field: bare, value };
  }
  switch (field.type) {
    case "text":
    case "date":
    case "time":
    case "dateTime":
    case "select": {
      const source = richSource(field, field.content, binding, context);
      if (source !== undefined) return { kind: "rich", field: withoutContent(field), source };
      const text = textOf(field, field.content, binding, context);
      return { kind: "text", field: withoutContent(field), text };
    }
    case "multiVariableText": {
      const template = field.text || field.content;
      const bare = { ...withoutContent(field), text: null };
      const source = richSource(field, template, binding, context);
      if (source !== undefined) return { kind: "rich", field: bare, source };
      return { kind: "text", field: bare, text: textOf(field, template, binding, context) };
    }
    case "list": {
      if (field.contents) return { kind: "contents", field: withoutContent(field) };
      const items = itemsOf(field, binding, keys, markdownOf(field, markdown));
      return { kind: "list", field: withoutContent(field), items };
    }
    case "table":
      return compileTable(field, binding, keys);
    case "image":
    case "signature": {
      const source = rawValue(field.content, binding);
      const image = typeof source === "string" && source !== "" ? readImage(source) : NO_IMAGE;
      return {
        kind: "image",
        key: boundKey(field.name),
        image: typeof source === "string" ? image : source,
      };
    }
    case "line":
    case "rectangle":
    case "ellipse":
      return { kind: "drawing", field, value: "" };
    case "svg":
    case "checkbox":
    case "radioGroup":
    case "circleMark":
      return {
        kind: "drawing",
        field: withoutContent(field),
        value: rawValue(field.content, binding),
      };
    default: {
      const text = textOf(field, field.content, binding, context);
      return { kind: "barcode", field: withoutContent(field), text };
    }
  }
}

/** The filler holds the content, in the form in which it is drawn. */
function withoutContent<F extends LayoutField>(field: F): F {
  return "content" in field ? { ...field, content: null } : field;
}

function textOf(
  field: LayoutField,
  template: string | null | undefined,
  binding: Binding,
  { keys, markdown }: FieldContext,
) {
  return binding.kind === "variable"
    ? boundText(binding.variable.key, keys)
    : compileText(template ?? "", keys, markdownOf(field, markdown));
}

/** The rich text of a field; undefined if its text is not rich, or has neither blocks nor columns. */
function richSource(
  field: TextField | MultiVariableTextField,
  template: string | null | undefined,
  binding: Binding,
  { keys, markdown }: FieldContext,
): RichSource | undefined {
  if (field.richText !== true || markdown === undefined) return undefined;
  return binding.kind === "variable"
    ? { kind: "data", value: keys.print(binding.variable.key) }
    : { kind: "template", paragraphs: compileRichText(template ?? "", keys, markdown) };
}

/** The parser of rich text, for fields whose text has its marks. */
function markdownOf(field: LayoutField, markdown: Markdown | undefined): Markdown | undefined {
  return "textFormat" in field && field.textFormat === "inline-markdown" ? markdown : undefined;
}

/** An image field without an image or a variable. */
const NO_IMAGE: FromData = { variable: "" };

/** The unformatted value, for fields that do not print text. */
function rawValue(content: string | null | undefined, binding: Binding): string | FromData {
  return binding.kind === "variable" ? { variable: binding.variable.key } : (content ?? "");
}

function itemsOf(
  field: ListField,
  binding: Binding,
  keys: KnownKeys,
  markdown: Markdown | undefined,
): CompiledItems {
  if (binding.kind === "loop") {
    const { key, itemFields } = binding.loop;
    const columns = field.columns ?? [itemFields[0]?.key ?? ""];
    const visibleFields = itemFields.filter((item) => columns.includes(item.key));
    return { kind: "loop", key, parts: visibleFields.map((item) => keys.printItem(item)) };
  }
  if (binding.kind === "variable")
    return { kind: "lines", value: keys.print(binding.variable.key) };
  const lines = jsonLines(field.content) ?? linesOf(field.content ?? "");
  return { kind: "fixed", items: lines.map((line) => compileText(line, keys, markdown)) };
}

/** The builder stores the fixed items of a list as JSON. */
function jsonLines(content: string | null | undefined): ReadonlyArray<string> | undefined {
  if (!content?.trimStart().startsWith("[")) return undefined;
  try {
    const items: unknown = JSON.parse(content);
    return Array.isArray(items) ? items.map(String) : undefined;
  } catch {
    return undefined; // Text that happens to begin with a bracket.
  }
}
