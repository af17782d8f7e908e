import { createRequire } from "node:module";

/** Scripts that are written without spaces between words: Thai, Lao, Burmese, Khmer. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]+/g;
const words = new Intl.Segmenter("th", { granularity: "word" });

/** A part of a paragraph without a break opportunity. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly isSpace: boolean;
}

/** Text of scripts with few break rules: without ideographs, special spaces and unspaced scripts. */
const SPACED_TEXT =
  /^[^\u0e00-\u0fff\u1000-\u109f\u1361-\u1368\u1680\u1780-\u17ff\u200b\u2e80-\uffff]*$/;

/** Splits a paragraph at its break opportunities. */
export function tokensOf(paragraph: string): ReadonlyArray<Token> {
  if (SPACED_TEXT.test(paragraph)) return spacedTokens(paragraph);
  const canBreak = breaksOf(paragraph);
  const tokens: Array<Token> = [];
  let start = 0;
  for (let end = 1; end <= paragraph.length; end++) {
    const isSpace = SPACES.test(paragraph.charAt(end - 1));
    const endsHere =
      end === paragraph.length ||
      SPACES.test(paragraph.charAt(end)) !== isSpace ||
      (!isSpace && canBreak(end));
    if (!endsHere) continue;
    tokens.push({ start, end, isSpace });
    start = end;
  }
  return tokens;
}

const SPACES = /[ \u1680\u3000\u200b]/;

/**
 * Returns whether a line can break at an offset: by UAX #14, in words of unspaced scripts by dictionary, and
 * in spaced scripts by the rules of their own. Korean is a spaced script: its words are not broken.
 */
function breaksOf(paragraph: string): (offset: number) => boolean {
  const text = paragraph.replace(/\p{Script=Hangul}/gu, "a");
  const breaks = new Set([...lineBreaks(text), ...wordStarts(text)]);
  return (offset) => {
    const around = text.slice(offset - 1, offset + 1);
    if (SPACED_TEXT.test(around)) return endsAtHyphen(text, offset);
    return (breaks.has(offset) && !NEVER.test(around)) || QUOTED.test(around);
  };
}

/** A mark that repeats or shortens a word, which belongs to the preceding word. */
const NEVER = /^.[\u0e2f\u0e46\u0eaf\u0ec6\u17d7]$/;

/** Outside of the quotation marks around Chinese text, which UAX #14 does not distinguish. */
const QUOTED =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、；：！？）】》」』][“‘]|[”’][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}（【《「『])$/u;

type LineBreaker = new (text: string) => {
  readonly nextBreak: () => { readonly position: number } | null;
};

const require = createRequire(import.meta.url);
let lineBreaker: LineBreaker | undefined;

/** The break opportunities of UAX #14. Its tables are read when a thread needs them for the first time. */
function* lineBreaks(text: string): Generator<number> {
  const loaded: LineBreaker = lineBreaker ?? require("linebreak");
  lineBreaker = loaded;
  const breaker = new loaded(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak())
    yield next.position;
}

/** Where the words of unspaced scripts begin; other characters stay with the preceding word. */
function* wordStarts(text: string): Generator<number> {
  for (const { 0: part, index: start } of text.matchAll(UNSPACED)) {
    for (const { isWordLike, index } of words.segment(part))
      if (isWordLike === true && index > 0) yield start + index;
  }
}

const SPACE = 0x20;

/** Splits into spaces, and words up to a hyphen or the next space, which is equivalent for such text. */
function spacedTokens(paragraph: string): ReadonlyArray<Token> {
  const tokens: Array<Token> = [];
  let start = 0;
  while (start < paragraph.length) {
    const isSpace = paragraph.charCodeAt(start) === SPACE;
    let end = start + 1;
    while (end < paragraph.length && (paragraph.charCodeAt(end) === SPACE) === isSpace) {
      end += 1;
      if (!isSpace && endsAtHyphen(paragraph, end)) break;
    }
    tokens.push({ start, end, isSpace });
    start = end;
  }
  return tokens;
}

const HYPHENS = new Set(["-", "\u2010", "\u2013", "\u2014", "/"]);

/** Returns whether `end` follows a hyphen between letters, or between a digit and a letter. */
function endsAtHyphen(paragraph: string, end: number): boolean {
  if (!HYPHENS.has(paragraph[end - 1] ?? "")) return false;
  return (
    /[\p{L}\p{N}]$/u.test(paragraph.slice(Math.max(0, end - 3), end - 1)) &&
    /^\p{L}/u.test(paragraph.slice(end, end + 2))
  );
}
