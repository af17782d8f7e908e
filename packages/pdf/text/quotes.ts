import type { Span } from "./split_spans.ts";

/** Outer and inner quotation marks, opening and closing. */
type Quotes = readonly [open: string, close: string, openInner: string, closeInner: string];

const ENGLISH: Quotes = ["“", "”", "‘", "’"];
const GERMAN: Quotes = ["„", "“", "‚", "‘"];
const POLISH: Quotes = ["„", "”", "‚", "’"];
const ANGLES: Quotes = ["«", "»", "‹", "›"];
const MIXED: Quotes = ["«", "»", "“", "”"];
const INWARD: Quotes = ["»", "«", "›", "‹"];
const NORDIC: Quotes = ["”", "”", "’", "’"];
const RUSSIAN: Quotes = ["«", "»", "„", "“"];
const CORNERS: Quotes = ["「", "」", "『", "』"];
/** Spaces inside of the marks that no line breaks at. */
const FRENCH: Quotes = ["«\u00a0", "\u00a0»", "“", "”"];

/** The quotation marks of languages and regions, after CLDR. Others have those of English. */
const QUOTES: Readonly<Record<string, Quotes>> = {
  be: RUSSIAN,
  bg: GERMAN,
  ca: MIXED,
  cs: GERMAN,
  da: INWARD,
  de: GERMAN,
  "de-CH": ANGLES,
  "de-LI": ANGLES,
  el: MIXED,
  es: MIXED,
  et: GERMAN,
  eu: ANGLES,
  fi: NORDIC,
  fr: FRENCH,
  "fr-CH": ANGLES,
  hr: POLISH,
  hu: ["„", "”", "»", "«"],
  is: GERMAN,
  it: MIXED,
  "it-CH": ANGLES,
  ja: CORNERS,
  lt: GERMAN,
  lv: ANGLES,
  nb: ANGLES,
  nn: ANGLES,
  no: ANGLES,
  pl: POLISH,
  pt: ENGLISH,
  "pt-PT": MIXED,
  ro: ["„", "”", "«", "»"],
  ru: RUSSIAN,
  sk: GERMAN,
  sl: GERMAN,
  sr: POLISH,
  sv: NORDIC,
  tr: ENGLISH,
  uk: RUSSIAN,
  "zh-TW": CORNERS,
  "zh-HK": CORNERS,
  "zh-Hant": CORNERS,
};

const APOSTROPHE = "’";
/** A text that ends like this is followed by an opening mark. */
const BEFORE_OPENING = /(?:^|[\s([{<\-–—/«‹„‚“‘»›「『（])$/u;
const VISIBLE = /^[\p{L}\p{N}\p{P}\p{S}]/u;
const STRAIGHT = /["']/;

/** The quotation marks of a language, as a BCP 47 tag. */
function quotesOf(tag: string): Quotes {
  const { language, script, region } = new Intl.Locale(tag);
  const variants = [`${language}-${region}`, `${language}-${script}`, language];
  return variants.map((name) => QUOTES[name]).find((quotes) => quotes !== undefined) ?? ENGLISH;
}

/** The quotations that are open, and the place of the last mark that opened one. */
interface OpenQuotations {
  readonly marks: Array<string>;
  lastOpened: number;
}

/**
 * Replaces straight quotation marks and apostrophes by those of the language: double ones by the outer marks,
 * single ones by the inner marks. Marks after digits that close
 * nothing are units such as inches, and stay.
 */
export function withQuotes(spans: ReadonlyArray<Span>, language: string): ReadonlyArray<Span> {
  if (spans.every(({ text }) => !STRAIGHT.test(text))) return spans;
  const whole = spans.map(({ text }) => text).join("");
  const open: OpenQuotations = { marks: [], lastOpened: -2 };
  let start = 0;
  return spans.map((span) => {
    const quotes = quotesOf(span.mark?.language ?? language);
    const offset = start;
    start += span.text.length;
    const text = span.text.replaceAll(/["'\n]/g, (char: string, index: number) => {
      if (char !== "\n") return replacement(whole, offset + index, open, quotes);
      open.marks.length = 0;
      return char;
    });
    return { ...span, text };
  });
}

/** Returns what a straight mark becomes. */
function replacement(text: string, index: number, open: OpenQuotations, quotes: Quotes): string {
  const char = text.charAt(index);
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + 1, index + 3);
  const [outerOpen, outerClose, innerOpen, innerClose] = quotes;
  const isApostrophe = char === "'";
  if (BEFORE_OPENING.test(before) || open.lastOpened === index - 1) {
    // An omitted century, as in the '90s.
    if (isApostrophe && /^\d\d/.test(after)) return APOSTROPHE;
    if (!VISIBLE.test(after)) return isApostrophe ? APOSTROPHE : char;
    open.marks.push(char);
    open.lastOpened = index;
    return isApostrophe ? innerOpen : outerOpen;
  }
  const isInWord = /[\p{L}\p{N}]$/u.test(before) && /^\p{L}/u.test(after);
  if (open.marks.at(-1) !== char || (isApostrophe && isInWord)) {
    if (/\d$/.test(before) && !isInWord) return char;
    return isApostrophe ? APOSTROPHE : outerClose;
  }
  open.marks.pop();
  return isApostrophe ? innerClose : outerClose;
}
