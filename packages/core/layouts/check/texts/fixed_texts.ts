import { Predicate, Result } from "effect";

import type { Manifest } from "../../../manifests/mod.ts";
import { everyField } from "../../model/fields/every_field.ts";
import { tableParts } from "../../model/fields/table_parts.ts";
import type { Layout } from "../../model/layout.ts";
import { bindingOf, indexInSections, indexManifest } from "../../model/layout_binding.ts";
import { parseText } from "../../model/text/placeholder.ts";

/** A text that every document of a template prints, and its path. */
export interface FixedText {
  readonly path: string;
  readonly text: string;
  /** The font of the text; absent for the default font. */
  readonly fontName?: string;
}

/** Field types that print text. The others print barcodes, shapes or files. */
export const TEXT_TYPES: ReadonlySet<string> = new Set([
  "text",
  "date",
  "time",
  "dateTime",
  "select",
  "multiVariableText",
  "list",
  "table",
]);

/**
 * The texts that a layout prints with any data, without their placeholders.
 *
 * @example The text around a placeholder
 * ```ts
 * import { fixedTexts } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const greeting = { name: "a", type: "text", content: "Dear {name}," };
 * const manifest = {
 *   variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
 *   loops: [],
 * } as const;
 * assert.deepEqual(fixedTexts({ schemas: [[greeting]] }, manifest), [
 *   { path: "layout.schemas.0.0.content", text: "Dear ," },
 * ]);
 * ```
 */
export function fixedTexts(layout: Layout, manifest: Manifest): ReadonlyArray<FixedText> {
  const all = indexManifest(manifest);
  return everyField(layout).flatMap(({ path, field, sections }) => {
    const { name, type, content, text, head } = field;
    if (typeof type !== "string" || !TEXT_TYPES.has(type)) return [];
    const index = indexInSections(sections, all);
    const isBound = typeof name === "string" && bindingOf(name, index).kind !== "static";
    const isTable = type === "table";
    const decodedContent = isTable || type === "list" ? decodeEscapes(content) : content;
    const contentStyle = isTable ? field["bodyStyles"] : field;
    const contentTexts = isBound
      ? []
      : [
          literal(`${path}.content`, decodedContent, contentStyle),
          literal(`${path}.text`, text, field),
        ];
    const titles = Array.isArray(head) ? head : [];
    return [
      ...contentTexts,
      ...titles.map((title, column) =>
        literal(`${path}.head.${column}`, title, field["headStyles"]),
      ),
      ...(isTable
        ? tableParts(field).map((part) => literal(`${path}.${part.path}`, part.text, part.style))
        : []),
    ].flat();
  });
}

/**
 * The texts of a manifest that its generated layout prints.
 *
 * @param title The title of the document.
 */
export function generatedTexts(manifest: Manifest, title: string): ReadonlyArray<FixedText> {
  const { variables, loops } = manifest;
  return [
    { path: "name", text: title },
    ...variables.map(({ label }, index) => ({
      path: `manifest.variables.${index}.label`,
      text: label,
    })),
    ...loops.flatMap(({ label, itemFields }, index) => [
      { path: `manifest.loops.${index}.label`, text: label },
      ...itemFields.map((field, position) => ({
        path: `manifest.loops.${index}.itemFields.${position}.label`,
        text: field.label,
      })),
    ]),
  ];
}

/** Cells and items are JSON: the characters of their escapes are printed, not the escapes. */
function decodeEscapes(content: unknown): unknown {
  if (typeof content !== "string" || !content.trimStart().startsWith("[")) return content;
  return Result.match(
    Result.try(() => JSON.stringify(JSON.parse(content))),
    { onSuccess: (text) => text, onFailure: () => content },
  );
}

function literal(path: string, value: unknown, style: unknown): ReadonlyArray<FixedText> {
  if (typeof value !== "string") return [];
  const letters = parseText(value).map((part) => (part.kind === "text" ? part.text : ""));
  const fontName = Predicate.isObject(style) ? style["fontName"] : undefined;
  const text = { path, text: letters.join("") };
  return [typeof fontName === "string" ? { ...text, fontName } : text];
}
