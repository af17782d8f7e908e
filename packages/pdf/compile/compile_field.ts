import {
  bindingOf,
  type Binding,
  boundKey,
  type LayoutField,
  type ListField,
} from "@paraph/core/layouts";

import { linesOf } from "../fill/rich_text.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import { compileTable } from "./compile_table.ts";
import { boundText, compileText } from "./compile_text.ts";
import type { CompiledField, CompiledItems, Filler, FromData } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

export interface FieldContext {
  readonly keys: KnownKeys;
  /** Reads an image that a field embeds as a `data:` URI. */
  readonly readImage: (dataUri: string) => PreparedImage;
}

/** Resolves the content of a field. */
export function compileField(
  field: LayoutField,
  path: string,
  context: FieldContext,
): CompiledField {
  const filler = fillerOf(field, bindingOf(field.name, context.keys.index), context);
  return { path, field: "field" in filler ? filler.field : withoutContent(field), filler };
}

function fillerOf(field: LayoutField, binding: Binding, { keys, readImage }: FieldContext): Filler {
  switch (field.type) {
    case "text":
    case "date":
    case "time":
    case "dateTime":
    case "select": {
      const text = textOf(field, field.content, binding, keys);
      return { kind: "text", field: withoutContent(field), text };
    }
    case "multiVariableText": {
      const text = textOf(field, field.text || field.content, binding, keys);
      return { kind: "text", field: { ...withoutContent(field), text: null }, text };
    }
    case "list":
      return { kind: "list", field: withoutContent(field), items: itemsOf(field, binding, keys) };
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
      const text = textOf(field, field.content, binding, keys);
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
  keys: KnownKeys,
) {
  return binding.kind === "variable"
    ? boundText(binding.variable.key, keys)
    : compileText(template ?? "", keys, hasMarkdown(field));
}

function hasMarkdown(field: LayoutField): boolean {
  return "textFormat" in field && field.textFormat === "inline-markdown";
}

/** An image field without an image or a variable. */
const NO_IMAGE: FromData = { variable: "" };

/** The unformatted value, for fields that do not print text. */
function rawValue(content: string | null | undefined, binding: Binding): string | FromData {
  return binding.kind === "variable" ? { variable: binding.variable.key } : (content ?? "");
}

function itemsOf(field: ListField, binding: Binding, keys: KnownKeys): CompiledItems {
  if (binding.kind === "loop") {
    const { key, itemFields } = binding.loop;
    const columns = field.columns ?? [itemFields[0]?.key ?? ""];
    const visibleFields = itemFields.filter((item) => columns.includes(item.key));
    return { kind: "loop", key, parts: visibleFields.map((item) => keys.printItem(item)) };
  }
  if (binding.kind === "variable")
    return { kind: "lines", value: keys.print(binding.variable.key) };
  const lines = jsonLines(field.content) ?? linesOf(field.content ?? "");
  return { kind: "fixed", items: lines.map((line) => compileText(line, keys, hasMarkdown(field))) };
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
