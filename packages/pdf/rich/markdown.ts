import { isLinkTarget, linkedAnchor, type TextPart } from "@paraph/core/layouts";
import Parser, { type MarkdownIt, type StateBlock, type Token } from "markdown-it";

import type { Mark } from "../text/mark.ts";
import {
  addMarkRules,
  addNoteRule,
  addPlaceholderRule,
  markOf,
  NO_NOTES,
  placeholderOf,
  TOKENS,
} from "./mark_rules.ts";

/** A part of rich text or a footnote, and how it is set. */
export type RichPiece = RichSetting &
  ({ readonly part: TextPart } | { readonly note: ReadonlyArray<RichPiece> });

interface RichSetting {
  readonly bold: boolean;
  readonly italic: boolean;
  /** Without a link. */
  readonly mark: Mark | undefined;
  /** The target of a link, which can have placeholders. */
  readonly link: string | undefined;
}

/** A paragraph, a heading or an item of a list. */
export interface RichParagraph<Text> {
  readonly text: Text;
  /** 1 to 6; 0 for text that is not a heading. */
  readonly heading: number;
  /** The widest marker of each list that it is in, outermost first. */
  readonly lists: ReadonlyArray<string>;
  /** The bullet or the number of an item; undefined for all but its first paragraph. */
  readonly marker: string | undefined;
  /** Whether it follows the paragraph before it without a space: an item of a list without blank lines. */
  readonly isTight: boolean;
}

export type RichParagraphs<Text> = ReadonlyArray<RichParagraph<Text>>;

/** Lists can be nested this deep. Deeper ones are text. */
const MAX_LISTS = 8;
/** More links of one text are text without a link. */
const MAX_LINKS = 1_000;

/** Rules of CommonMark that are in use. HTML, code, images, quotes and references stay text. */
const RULES = ["heading", "list", "escape", "emphasis", "link", "autolink"];

function parserOf(isTarget: (target: string) => boolean): MarkdownIt {
  const parser = new Parser("zero").enable(RULES);
  addMarkRules(parser);
  parser.normalizeLink = (target) => target;
  parser.normalizeLinkText = (target) => target;
  parser.validateLink = isTarget;
  limitLists(parser);
  return parser;
}

/** The parser would omit what is nested deeper than its own limit. */
function limitLists({ block }: MarkdownIt): void {
  const [list] = new Parser("zero").enable("list").disable("paragraph").block.ruler.getRules("");
  const limited = (state: StateBlock, start: number, end: number, isSilent: boolean) =>
    state.level < 2 * MAX_LISTS && list?.(state, start, end, isSilent) === true;
  block.ruler.at("list", limited, { alt: ["paragraph", "reference", "blockquote"] });
}

function isTarget(target: string): boolean {
  return isLinkTarget(target) || linkedAnchor(target) !== undefined;
}

/** A placeholder at the start is checked when it is filled. */
const templateParser = parserOf((target) => target.startsWith("{") || isTarget(target));
addPlaceholderRule(templateParser);
addNoteRule(templateParser);
const dataParser = parserOf(isTarget);
addNoteRule(dataParser);

/** Parses the text of a template, with its placeholders. */
export function parseTemplate(text: string): RichParagraphs<ReadonlyArray<RichPiece>> {
  return paragraphsOf(templateParser.parse(text, {}));
}

/** Parses a value of the data, in which braces are text. */
export function parseData(text: string): RichParagraphs<ReadonlyArray<RichPiece>> {
  return paragraphsOf(dataParser.parse(text, {}));
}

/** Parses the text of a template without headings, lists and footnotes. Line breaks stay. */
export function parseInline(text: string): ReadonlyArray<RichPiece> {
  const [token] = templateParser.parseInline(text, NO_NOTES);
  return piecesOf(token?.children ?? [], { count: 0 });
}

/** A list whose items are being read. */
interface OpenList {
  readonly isOrdered: boolean;
  /** Of the next item. */
  number: number;
  /** The widest marker so far. */
  widest: string;
}

interface OpenParagraph extends Omit<RichParagraph<ReadonlyArray<RichPiece>>, "lists"> {
  readonly lists: ReadonlyArray<OpenList>;
}

const BULLETS = ["•", "–"];
const NO_TEXT: TextPart = { kind: "text", text: "" };

function paragraphsOf(tokens: ReadonlyArray<Token>): RichParagraphs<ReadonlyArray<RichPiece>> {
  const paragraphs: Array<OpenParagraph> = [];
  const lists: Array<OpenList> = [];
  const links = { count: 0 };
  let marker: string | undefined;
  let isTight = false;
  let heading = 0;
  const add = (text: ReadonlyArray<RichPiece>) => {
    paragraphs.push({ text, heading, lists: [...lists], marker, isTight });
    marker = undefined;
  };
  for (const token of tokens) {
    switch (token.type) {
      case "bullet_list_open":
      case "ordered_list_open": {
        const isOrdered = token.type === "ordered_list_open";
        const number = Number(token.attrGet("start") ?? 1);
        lists.push({ isOrdered, number, widest: "" });
        break;
      }
      case "bullet_list_close":
      case "ordered_list_close":
        lists.pop();
        break;
      case "list_item_open":
        // An item that begins with a list has an empty line of its own.
        if (marker !== undefined) add([]);
        marker = nextMarker(lists);
        break;
      case "list_item_close":
        if (marker !== undefined) add([]);
        break;
      case "heading_open":
        heading = Number(token.tag.slice(1));
        isTight = false;
        break;
      case "paragraph_open":
        isTight = token.hidden;
        heading = 0;
        break;
      case "inline":
        add(piecesOf(token.children ?? [], links).map(withoutSpacesAtBreaks));
        break;
      default:
    }
  }
  return paragraphs.map((paragraph, index) => ({
    ...paragraph,
    lists: paragraph.lists.map(({ widest }) => widest),
    // The first item follows the text before its list with a space.
    isTight: paragraph.isTight && (paragraphs[index - 1]?.lists.length ?? 0) > 0,
  }));
}

/** Line breaks of the source stay; the indents of its lines do not. */
function withoutSpacesAtBreaks(piece: RichPiece): RichPiece {
  if ("note" in piece) return { ...piece, note: piece.note.map(withoutSpacesAtBreaks) };
  const { part } = piece;
  if (part.kind !== "text" || !part.text.includes("\n")) return piece;
  const [first = "", ...others] = part.text.split("\n");
  const lines = [first, ...others.map((line) => line.trimStart())];
  return { ...piece, part: { ...part, text: lines.join("\n") } };
}

function nextMarker(lists: ReadonlyArray<OpenList>): string {
  const list = lists.at(-1);
  if (list === undefined) return "";
  const depth = lists.filter(({ isOrdered }) => !isOrdered).length - 1;
  const marker = list.isOrdered ? `${list.number}.` : (BULLETS[depth % BULLETS.length] ?? "");
  list.number += 1;
  if (marker.length > list.widest.length) list.widest = marker;
  return marker;
}

function piecesOf(
  tokens: ReadonlyArray<Token>,
  links: { count: number },
): ReadonlyArray<RichPiece> {
  const pieces: Array<RichPiece> = [];
  /** The marks of the open spans; each includes those around it. */
  const marks: Array<Mark> = [];
  let [bold, italic] = [0, 0];
  let link: string | undefined;
  const setting = (): RichSetting => ({
    bold: bold > 0,
    italic: italic > 0,
    mark: marks.at(-1),
    link,
  });
  const add = (part: TextPart) => {
    if (part.kind === "text" && part.text === "") return;
    pieces.push({ ...setting(), part });
  };
  for (const token of tokens) {
    switch (token.type) {
      case "strong_open":
      case "strong_close":
        bold += token.nesting;
        break;
      case "em_open":
      case "em_close":
        italic += token.nesting;
        break;
      case TOKENS.open:
        marks.push({ ...marks.at(-1), ...markOf(token) });
        break;
      case TOKENS.close:
        marks.pop();
        break;
      case "link_open":
        links.count += 1;
        link = links.count > MAX_LINKS ? undefined : String(token.attrGet("href") ?? "");
        break;
      case "link_close":
        link = undefined;
        break;
      case TOKENS.placeholder:
        add(placeholderOf(token) ?? NO_TEXT);
        break;
      case TOKENS.note:
        pieces.push({ ...setting(), note: piecesOf(token.children ?? [], links) });
        break;
      case "hardbreak":
        add({ kind: "text", text: "\n" });
        break;
      default:
        add({ kind: "text", text: token.content });
    }
  }
  return pieces;
}
