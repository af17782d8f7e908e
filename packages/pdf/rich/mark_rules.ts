import { placeholderAt, type TextPart } from "@paraph/core/layouts";
import type { MarkdownIt, StateInline, Token } from "markdown-it";

import type { Mark } from "../text/mark.ts";
import { parseLanguage } from "./span_language.ts";

/** The types of the tokens that the rules of this file add. */
export const TOKENS = {
  open: "mark_open",
  close: "mark_close",
  placeholder: "placeholder",
  note: "note",
} as const;

const marks = new WeakMap<Token, Mark>();
const placeholders = new WeakMap<Token, TextPart>();

/** The mark that a token opens. */
export function markOf(token: Token): Mark | undefined {
  return marks.get(token);
}

/** The placeholder of a token. */
export function placeholderOf(token: Token): TextPart | undefined {
  return placeholders.get(token);
}

/** Marks between two equal pairs of characters. */
const PAIRED: ReadonlyArray<{ readonly pair: string; readonly mark: Mark }> = [
  { pair: "~~", mark: { strike: true } },
  { pair: "++", mark: { underline: true } },
];

/** Adds the rules of struck, underlined, raised, lowered and coloured text. */
export function addMarkRules({ inline }: MarkdownIt): void {
  inline.ruler.before("emphasis", "paired_marks", openPair);
  inline.ruler.before("emphasis", "scripts", script);
  inline.ruler.before("link", "spans", span);
  inline.ruler2.after("balance_pairs", "paired_marks", closePairs);
}

/** Adds the rule of placeholders, for texts of templates. */
export function addPlaceholderRule({ inline }: MarkdownIt): void {
  inline.ruler.before("escape", "placeholder", (state, isSilent) => {
    if (state.src[state.pos] !== "{") return false;
    const found = placeholderAt(state.src, state.pos);
    if (found === undefined || found.end > state.posMax) return false;
    if (!isSilent) placeholders.set(state.push(TOKENS.placeholder, "", 0), found.part);
    state.pos = found.end;
    return true;
  });
}

/** The environment of text without footnotes: they have none themselves. */
export const NO_NOTES = { hasNotes: false };

/** Adds the rule of footnotes, which are in the text: `Net of tax^[At 19 %].` */
export function addNoteRule({ inline }: MarkdownIt): void {
  inline.ruler.before("scripts", "note", (state, isSilent) => {
    const { src, pos, posMax, env, md } = state;
    if (!src.startsWith("^[", pos) || Object(env).hasNotes === false || state.linkLevel > 0)
      return false;
    const end = md.helpers.parseLinkLabel(state, pos + 1);
    state.pos = pos;
    if (end < 0 || end >= posMax) return false;
    const text = src.slice(pos + 2, end).trim();
    if (text === "") return false;
    if (!isSilent) {
      const children: Array<Token> = [];
      md.inline.parse(text, md, NO_NOTES, children);
      state.push(TOKENS.note, "", 0).children = children;
    }
    state.pos = end + 1;
    return true;
  });
}

/** Markers of pairs are numbers above those of characters, so that `~~` and `~` do not match. */
const FIRST_MARKER = 0x110000;

function openPair(state: StateInline, isSilent: boolean): boolean {
  const character = state.src[state.pos];
  const index = PAIRED.findIndex(({ pair }) => pair[0] === character);
  const { pair } = PAIRED[index] ?? {};
  if (isSilent || pair === undefined) return false;
  const scanned = state.scanDelims(state.pos, true);
  if (scanned.length === 1) return false;
  state.push("text", "", 0).content = state.src.slice(state.pos, state.pos + scanned.length);
  if (scanned.length === pair.length) {
    state.delimiters.push({
      marker: FIRST_MARKER + index,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: scanned.can_open,
      close: scanned.can_close,
    });
  }
  state.pos += scanned.length;
  return true;
}

function closePairs(state: StateInline): boolean {
  const nested = state.tokens_meta.map((meta) => meta?.delimiters ?? []);
  for (const delimiters of [state.delimiters, ...nested]) {
    for (const { marker, end, token } of delimiters) {
      const mark = PAIRED[marker - FIRST_MARKER]?.mark;
      const closing = delimiters[end];
      const [first, last] = [state.tokens[token], state.tokens[closing?.token ?? -1]];
      if (mark === undefined || first === undefined || last === undefined) continue;
      Object.assign(first, { type: TOKENS.open, nesting: 1, content: "" });
      Object.assign(last, { type: TOKENS.close, nesting: -1, content: "" });
      marks.set(first, mark);
    }
  }
  return true;
}

/** Raised or lowered text has no spaces, so that `5^th and 6^th` stays as it is. */
const SCRIPT = /(?:\^([^\s^]{1,60})\^|~([^\s~]{1,60})~(?!~))/y;

function script(state: StateInline, isSilent: boolean): boolean {
  const character = state.src[state.pos];
  if (character !== "^" && character !== "~") return false;
  SCRIPT.lastIndex = state.pos;
  const match = SCRIPT.exec(state.src);
  const end = state.pos + (match?.[0].length ?? 0);
  if (match === null || end > state.posMax) return false;
  if (!isSilent) pushMarked(state, { script: character === "^" ? "super" : "sub" }, end - 1);
  state.pos = end;
  return true;
}

/** The attributes of a span: `{color=#c00}`, `{.underline}`, `{lang=fr}`. */
const ATTRIBUTES = /\{([^{}\n]{1,60})\}/y;
const COLOUR = /^colou?r=(#(?:[0-9a-f]{3}|[0-9a-f]{6}))$/i;

function span(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== "[") return false;
  const { pos, posMax } = state;
  const labelEnd = state.md.helpers.parseLinkLabel(state, pos);
  state.pos = pos;
  if (labelEnd < 0 || state.src[labelEnd + 1] !== "{") return false;
  ATTRIBUTES.lastIndex = labelEnd + 1;
  const match = ATTRIBUTES.exec(state.src);
  const mark = match === null ? undefined : parseAttributes(match[1] ?? "");
  const end = labelEnd + 1 + (match?.[0].length ?? 0);
  if (mark === undefined || end > posMax) return false;
  if (!isSilent) pushMarked(state, mark, labelEnd);
  state.pos = end;
  return true;
}

function parseAttributes(attributes: string): Mark | undefined {
  const marks = attributes.trim().split(/\s+/).map(parseAttribute);
  return marks.every((mark) => mark !== undefined) ? Object.assign({}, ...marks) : undefined;
}

function parseAttribute(attribute: string): Mark | undefined {
  if (attribute === ".underline") return { underline: true };
  const language = parseLanguage(attribute);
  if (language !== undefined) return { language };
  const colour = COLOUR.exec(attribute)?.[1];
  return colour === undefined ? undefined : { colour };
}

/** Parses the text after the next character up to an offset, between two tokens of a mark. */
function pushMarked(state: StateInline, mark: Mark, end: number): void {
  const { posMax } = state;
  marks.set(state.push(TOKENS.open, "", 1), mark);
  state.pos += 1;
  state.posMax = end;
  state.md.inline.tokenize(state);
  state.posMax = posMax;
  state.push(TOKENS.close, "", -1);
}
