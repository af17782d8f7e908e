import { parseText, type FontName, type ManifestIndex, type TextPart } from "@paraph/core/layouts";
import { valuePrinter, type InputData } from "@paraph/core/manifests";

import type { Span } from "../text/paragraph.ts";

/** Text of a field with its values filled in; page numbers are not known before the pages are. */
export type RichPart =
  | { readonly text: string; readonly emphasis: Emphasis }
  | { readonly page: "currentPage" | "totalPages"; readonly emphasis: Emphasis };

interface Emphasis {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Where text stands among the pages. */
export interface PageNumber {
  readonly currentPage: number;
  readonly totalPages: number;
}

const PLAIN: Emphasis = { bold: false, italic: false };

/** Text that comes from the data: as it is, whatever it looks like. */
export function literal(text: string): ReadonlyArray<RichPart> {
  return [{ text, emphasis: PLAIN }];
}

/** Fills the placeholders of a template's own text, and reads its `**bold**` and `*italic*` if asked to. */
export function fillText(
  template: string,
  index: ManifestIndex,
  data: InputData,
  hasMarkdown: boolean,
): ReadonlyArray<RichPart> {
  const parts = parseText(template);
  if (!hasMarkdown) return parts.map((part) => fillPart(part, PLAIN, index, data));
  let emphasis = PLAIN;
  return parts.flatMap((part) => {
    if (part.kind !== "text") return [fillPart(part, emphasis, index, data)];
    return Array.from(
      part.text.matchAll(/\\([\\*])|\*\*|\*|[^\\*]+|\\/g),
      ([piece, escaped]): RichPart => {
        if (piece === "**") emphasis = { ...emphasis, bold: !emphasis.bold };
        if (piece === "*") emphasis = { ...emphasis, italic: !emphasis.italic };
        const isMark = piece === "**" || piece === "*";
        return { text: isMark ? "" : (escaped ?? piece), emphasis };
      },
    );
  });
}

function fillPart(
  part: TextPart,
  emphasis: Emphasis,
  index: ManifestIndex,
  data: InputData,
): RichPart {
  switch (part.kind) {
    case "text":
      return { text: part.text, emphasis };
    case "page":
      return { page: part.which, emphasis };
    default: {
      const variable = index.variables.get(part.key);
      const print = variable && valuePrinter(variable.dataType, part.format ?? variable.format);
      return { text: print?.(data.values[part.key]) ?? "", emphasis };
    }
  }
}

/** Whether text depends on the page it stands on. */
export function hasPageNumbers(parts: ReadonlyArray<RichPart>): boolean {
  return parts.some((part) => "page" in part);
}

/** The text of parts without emphasis, where nothing but text counts. */
export function plainText(parts: ReadonlyArray<RichPart>): string {
  return parts.map((part) => ("text" in part ? part.text : "")).join("");
}

/** Chooses the fonts of parts, and writes page numbers as they are on a page. */
export function spansOf(
  parts: ReadonlyArray<RichPart>,
  fontName: FontName,
  page: PageNumber,
): ReadonlyArray<Span> {
  return parts.map((part) => ({
    text: "text" in part ? part.text : String(page[part.page]),
    fontName: emphasised(fontName, part.emphasis),
  }));
}

function emphasised(fontName: FontName, { bold, italic }: Emphasis): FontName {
  if (bold && italic) return "Roboto-BoldItalic";
  if (bold) return fontName === "Roboto-Italic" ? "Roboto-BoldItalic" : "Roboto-Bold";
  if (italic) return fontName === "Roboto-Bold" ? "Roboto-BoldItalic" : "Roboto-Italic";
  return fontName;
}
