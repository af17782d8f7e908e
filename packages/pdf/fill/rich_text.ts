import type { FontName } from "@paraph/core/layouts";
import { type InputData, printerOf } from "@paraph/core/manifests";

import type { CompiledText, Emphasis } from "../compile/compiled_template.ts";
import type { Span } from "../text/paragraph.ts";

/** Text of a field with its values filled in; page numbers are not known before the pages are. */
export type RichPart =
  | { readonly text: string; readonly emphasis: Emphasis }
  | { readonly page: "currentPage" | "totalPages"; readonly emphasis: Emphasis };

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

/** Puts the data's values where a template's text names them. They are printed, never looked into. */
export function fillText(text: CompiledText, { values }: InputData): ReadonlyArray<RichPart> {
  return text.map((part): RichPart => {
    switch (part.kind) {
      case "text":
        return { text: part.text, emphasis: part.emphasis };
      case "page":
        return { page: part.which, emphasis: part.emphasis };
      default: {
        const value = Object.hasOwn(values, part.key) ? values[part.key] : null;
        return { text: printerOf(part.format)(value), emphasis: part.emphasis };
      }
    }
  });
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

/** The lines of a text that are not blank, as a list takes them for its items. */
export function linesOf(text: string): ReadonlyArray<string> {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
}
