/** Scripts that break between any two characters. */
const IDEOGRAPH =
  "[\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9d\\u{20000}-\\u{3ffff}]";

/** Characters that must not begin a line. */
const CLOSING =
  "[\\u3001\\u3002\\u3009\\u300b\\u300d\\u300f\\u3011\\u3015\\u3017\\u3019\\u301f\\uff01\\uff09\\uff0c\\uff0e\\uff1a\\uff1b\\uff1f\\uff3d\\uff5d\\u30fb\\u30fc\\u3005\\u3041\\u3043\\u3045\\u3047\\u3049\\u3063\\u3083\\u3085\\u3087\\u30a1\\u30a3\\u30a5\\u30a7\\u30a9\\u30c3\\u30e3\\u30e5\\u30e7!,.:;?)\\]}%\\u2019\\u201d]";

/** Characters that must not end a line. */
const OPENING =
  "[\\u3008\\u300a\\u300c\\u300e\\u3010\\u3014\\u3016\\u3018\\u301d\\uff08\\uff3b\\uff5b]";

/** Spaces, an ideograph with its punctuation, or a word up to a hyphen or the next break. */
const TOKEN = new RegExp(
  `[ \\u1680\\u3000\\u200b]+|${OPENING}*${IDEOGRAPH}\\p{M}*${CLOSING}*|(?:(?!${IDEOGRAPH}|${OPENING})[^ \\u1680\\u3000\\u200b])+?(?:(?<=[\\p{L}\\p{N}])[-\\u2010\\u2013\\u2014/](?=\\p{L})|(?=[ \\u1680\\u3000\\u200b]|${IDEOGRAPH}|${OPENING}|$))|[^]`,
  "gu",
);

/** Scripts that are written without spaces between words: Thai, Lao, Burmese, Khmer. */
const UNSPACED_SCRIPTS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
const words = new Intl.Segmenter("th", { granularity: "word" });

/** A part of a paragraph without a break opportunity. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly isSpace: boolean;
}

/** Text of scripts with few break rules: without ideographs, special spaces and unspaced scripts. */
const SPACED_TEXT = /^[^\u0e00-\u0eff\u1000-\u109f\u1680\u1780-\u17ff\u200b\u2e80-\uffff]*$/;

/** Splits a paragraph at its break opportunities. */
export function tokensOf(paragraph: string): ReadonlyArray<Token> {
  if (SPACED_TEXT.test(paragraph)) return spacedTokens(paragraph);
  const tokens = Array.from(paragraph.matchAll(TOKEN), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    isSpace: /^[ \u1680\u3000\u200b]/.test(match[0]),
  }));
  return UNSPACED_SCRIPTS.test(paragraph)
    ? tokens.flatMap((token) => (token.isSpace ? [token] : wordsIn(paragraph, token)))
    : tokens;
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

/** Splits text into words by dictionary; other characters stay with the preceding word. */
function wordsIn(paragraph: string, { start, end }: Token): ReadonlyArray<Token> {
  const source = paragraph.slice(start, end);
  if (!UNSPACED_SCRIPTS.test(source)) return [{ start, end, isSpace: false }];
  const starts = Array.from(words.segment(source))
    .filter(({ isWordLike, index }) => isWordLike === true || index === 0)
    .map(({ index }) => start + index);
  return starts.map((from, index) => ({
    start: from,
    end: starts[index + 1] ?? end,
    isSpace: false,
  }));
}
