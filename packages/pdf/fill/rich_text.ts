import { type InputData, printerOf } from "@paraph/core/manifests";

import type { CompiledText, Emphasis } from "../compile/compiled_template.ts";
import { type ChainName, emphasizedFont } from "../fonts/font_chain.ts";
import type { Span } from "../text/paragraph.ts";

/** Text of a field with its values; page numbers are resolved after pagination. */
export type RichPart =
  | { readonly text: string; readonly emphasis: Emphasis }
  | { readonly page: "currentPage" | "totalPages"; readonly emphasis: Emphasis };

export interface PageNumber {
  readonly currentPage: number;
  readonly totalPages: number;
}

const PLAIN: Emphasis = { bold: false, italic: false };

/** Text from the data, which is not parsed. */
export function literal(text: string): ReadonlyArray<RichPart> {
  return [{ text, emphasis: PLAIN }];
}

/** Replaces the placeholders of a text with printed values. Values are not parsed. */
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

/** Returns whether the text has page numbers, so that it depends on its page. */
export function hasPageNumbers(parts: ReadonlyArray<RichPart>): boolean {
  return parts.some((part) => "page" in part);
}

/** The text of parts without emphasis and page numbers. */
export function plainText(parts: ReadonlyArray<RichPart>): string {
  return parts.map((part) => ("text" in part ? part.text : "")).join("");
}

/** Resolves the fonts of parts and the page numbers. */
export function spansOf(
  parts: ReadonlyArray<RichPart>,
  fontName: ChainName,
  page: PageNumber,
): ReadonlyArray<Span> {
  return parts.map((part) => ({
    text: "text" in part ? part.text : String(page[part.page]),
    fontName: emphasizedFont(fontName, part.emphasis),
  }));
}

/** The lines of a text that are not blank, which are the items of a list. */
export function linesOf(text: string): ReadonlyArray<string> {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
}
