import { evaluateExpression, printExpressionValue } from "@paraph/core/expressions";
import { isLinkTarget, type PageCounter } from "@paraph/core/layouts";
import { type InputRow, printerOf } from "@paraph/core/manifests";

import { fixedPieces } from "../compile/compile_text.ts";
import type {
  CompiledLink,
  CompiledText,
  Emphasis,
  PrintedExpression,
  PrintedKey,
  RichSource,
} from "../compile/compiled_template.ts";
import { type ChainName, emphasizedFont } from "../fonts/font_chain.ts";
import type { Markdown } from "../rich/load_markdown.ts";
import type { RichParagraphs } from "../rich/markdown.ts";
import type { Mark } from "../text/mark.ts";
import type { Span } from "../text/split_spans.ts";
import type { DataScope } from "./data_scope.ts";
import type { PageNumber } from "./page_number.ts";

/** The font style of a part of a text, and its mark with the target of its link. */
interface FilledEmphasis {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mark?: Mark;
}

/** A footnote. Its number is set once all fields are filled. */
export interface FilledNote {
  readonly parts: ReadonlyArray<RichPart>;
  /** From 1; 0 for a note that is printed in the text, because there is no place for it below. */
  number: number;
}

/** Text of a field with its values; page numbers are resolved after pagination. */
export type RichPart =
  | { readonly text: string; readonly emphasis: FilledEmphasis }
  | { readonly note: FilledNote; readonly emphasis: FilledEmphasis }
  | { readonly page: PageCounter; readonly emphasis: FilledEmphasis }
  | { readonly page: "pageOf"; readonly anchor: string; readonly emphasis: FilledEmphasis };

const PLAIN: Emphasis = { bold: false, italic: false };

/** Text from the data, which is not parsed. */
export function literal(text: string): ReadonlyArray<RichPart> {
  return [{ text, emphasis: PLAIN }];
}

/** Replaces the placeholders of a text with printed values. Values are not parsed. */
export function fillText(text: CompiledText, scope: DataScope): ReadonlyArray<RichPart> {
  return text.map((part): RichPart => {
    const emphasis = fillEmphasis(part.emphasis, scope);
    switch (part.kind) {
      case "text":
        return { text: part.text, emphasis };
      case "page":
        return part.which === "pageOf"
          ? { page: part.which, anchor: fillLink(part.link, scope)?.slice(1) ?? "", emphasis }
          : { page: part.which, emphasis };
      case "note":
        return { note: { parts: fillText(part.text, scope), number: 0 }, emphasis };
      case "expression":
        return { text: printExpression(part, scope), emphasis };
      default:
        return { text: printValue(part, scope), emphasis };
    }
  });
}

/** Fills the rich text of a template, or parses the value of the data that is rich text. */
export function fillRichText(
  source: RichSource,
  scope: DataScope,
  markdown: Markdown | undefined,
): RichParagraphs<ReadonlyArray<RichPart>> {
  if (source.kind === "data")
    return fillRichValue(printValue(source.value, scope), scope, markdown);
  return source.paragraphs.map((paragraph) => ({
    ...paragraph,
    text: fillText(paragraph.text, scope),
  }));
}

/** Parses a value of the data as rich text. */
export function fillRichValue(
  value: string,
  scope: DataScope,
  markdown: Markdown | undefined,
): RichParagraphs<ReadonlyArray<RichPart>> {
  return (markdown?.parseData(value) ?? []).map((paragraph) => ({
    ...paragraph,
    text: fillText(fixedPieces(paragraph.text), scope),
  }));
}

function printValue({ key, format }: PrintedKey, scope: DataScope): string {
  return printerOf(format)(scope.value(key));
}

/** Prints the value of an expression, in the cell of a table with its row. */
export function printExpression(
  { code, format }: PrintedExpression,
  { data, locals }: DataScope,
  row?: InputRow,
): string {
  const names = row === undefined ? locals : { ...locals, row };
  return printExpressionValue(evaluateExpression(code, data, names), format);
}

function fillEmphasis(emphasis: Emphasis, scope: DataScope): FilledEmphasis {
  const { link, mark, bold, italic } = emphasis;
  if (link === undefined) return emphasis;
  const target = fillLink(link, scope);
  if (target !== undefined) return { bold, italic, mark: { ...mark, link: target } };
  return mark === undefined ? { bold, italic } : { bold, italic, mark };
}

/** The target of a link. A value inside it is escaped; one at its start can be a whole URL. */
export function fillLink(link: CompiledLink, scope: DataScope): string | undefined {
  const [first] = link;
  if (typeof first === "string" && first.startsWith("#")) {
    const values = link.map((part) => (typeof part === "string" ? part : printPart(part, scope)));
    return `#${anchorName(values.join("").slice(1))}`;
  }
  const target = link
    .map((part, index) => {
      if (typeof part === "string") return part;
      const value = printPart(part, scope);
      return index === 0 ? value.trim() : encodeURIComponent(value.toWellFormed());
    })
    .join("");
  return isLinkTarget(target) ? new URL(target).href : undefined;
}

function printPart(part: PrintedKey | PrintedExpression, scope: DataScope): string {
  return "code" in part ? printExpression(part, scope) : printValue(part, scope);
}

/** The name of an anchor, whose values can have any characters. */
export function anchorName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 200);
}

/** Returns whether the text has page numbers, so that it depends on its page. */
export function hasPageNumbers(parts: ReadonlyArray<RichPart>): boolean {
  return parts.some((part) => {
    if ("note" in part) return isInText(part.note) && hasPageNumbers(part.note.parts);
    return "page" in part;
  });
}

/** Returns whether a part of the text has a mark. */
export function hasMarks(parts: ReadonlyArray<RichPart>): boolean {
  return parts.some((part) => part.emphasis.mark !== undefined || "note" in part);
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
  return parts.flatMap((part, index): ReadonlyArray<Span> => {
    const font = { fontName: emphasizedFont(fontName, part.emphasis), mark: part.emphasis.mark };
    if ("text" in part) return [{ ...font, text: part.text }];
    if ("page" in part) return [{ ...font, text: pageNumber(part, page) }];
    const { number, parts: inside } = part.note;
    if (isInText(part.note))
      return [{ ...font, text: " (" }, ...spansOf(inside, fontName, page), { ...font, text: ")" }];
    const before = parts[index - 1];
    const separator = before !== undefined && "note" in before ? COMMA : "";
    return [
      { ...font, text: WORD_JOINER + separator, mark: { ...font.mark, script: "super" } },
      { ...font, text: String(number), mark: { ...font.mark, ...noteMark(number) } },
    ];
  });
}

/** Between the numbers of two notes. */
const COMMA = ",\u2060";

/** Keeps the number of a note on the line of the word before it. */
const WORD_JOINER = "\u2060";

function isInText({ number }: FilledNote): boolean {
  return number === 0;
}

/** The raised number of a footnote, which leads to it. */
function noteMark(note: number): Mark {
  return { script: "super", note, link: `#${noteName(note)}` };
}

/** The name of the destination of a footnote, which no anchor has. */
export function noteName(note: number): string {
  return `note.${note}`;
}

function pageNumber(part: Extract<RichPart, { readonly page: unknown }>, page: PageNumber): string {
  if (part.page !== "pageOf") return page[part.page];
  return (page.pageOf === undefined ? page.widest : page.pageOf(part.anchor)) ?? "";
}

/** The lines of a text that are not blank, which are the items of a list. */
export function linesOf(text: string): ReadonlyArray<string> {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
}
