import { CJK, type CjkForm, cjkFormOf } from "../fonts/bundled/cjk.ts";
import { MissingGlyph } from "../fonts/faces.ts";
import { type ChainName, fontChain, leadFace } from "../fonts/font_chain.ts";
import { type Directions, directionsOf, hasNoDirection, isRightToLeft } from "./bidi.ts";
import { tokensOf } from "./breaks.ts";
import { sizedMark } from "./mark.ts";
import { withQuotes } from "./quotes.ts";
import { plainRun, type PlainRun } from "./run.ts";
import { withCjkSpacing } from "./spacing/cjk_spacing.ts";
import { untilSeparator } from "./spacing/decimal_separator.ts";
import { type Span, splitSpans, type SplitParagraph } from "./split_spans.ts";
import { STANDARD_TEXT, type TextOptions } from "./text_options.ts";
import { type Setting, shapeToken, type Word } from "./word.ts";

/** A paragraph without its soft hyphens. */
export interface ParagraphText {
  readonly text: string;
  /** The offsets of its soft hyphens. */
  readonly softHyphens: ReadonlyArray<number>;
  readonly options: TextOptions;
}

/** A paragraph whose characters are all plain in one face. */
export interface PlainParagraph extends ParagraphText {
  readonly kind: "plain";
  readonly run: PlainRun;
}

export interface ShapedParagraph extends ParagraphText {
  readonly kind: "shaped";
  readonly settingAt: (index: number) => Setting;
  readonly directions: Directions;
  readonly words: ReadonlyArray<Word>;
}

export type SimpleParagraph = PlainParagraph | ShapedParagraph;

/** A paragraph of texts at tab stops. */
interface TabbedParagraph {
  readonly kind: "tabbed";
  readonly segments: ReadonlyArray<Segment>;
}

/** The text between two tabs, and the beginning of its last number. */
export interface Segment {
  readonly paragraph: SimpleParagraph;
  readonly fontName: ChainName;
  readonly beforeSeparator: () => SimpleParagraph;
}

type Paragraph = SimpleParagraph | TabbedParagraph;

/** Shaped text, which can be broken into lines of any width. */
export type ShapedText = ReadonlyArray<Paragraph>;

/** Shapes text, for breaking at several widths and sizes. */
export function shapeText(
  spans: ReadonlyArray<Span>,
  options: TextOptions = STANDARD_TEXT,
): ShapedText {
  const quoted = options.hasSmartQuotes === true ? withQuotes(spans, options.language) : spans;
  // Most text is plain, and needs no fallbacks.
  const form = once(() => cjkFormOf(quoted.map(({ text }) => text).join(""), options.language));
  const paragraphs: Array<Paragraph> = [];
  let tabbed: Array<Segment> | undefined;
  const parts = splitSpans(quoted, options.hasTabs);
  // A line with nothing but a postcode is at the same edge as the other lines of its address; tab stops place their text.
  const inRightToLeft =
    options.hasTabs !== true &&
    parts.length > 1 &&
    isRightToLeft(quoted.map(({ text }) => text).join(""));
  for (const part of parts) {
    const paragraph = shapeParagraph(part, form, options, inRightToLeft);
    if (options.hasTabs !== true) {
      paragraphs.push(paragraph);
      continue;
    }
    const fontName = part.spans[0]?.fontName ?? quoted[0]?.fontName ?? "Roboto";
    const beforeSeparator = once(() =>
      shapeParagraph(
        { spans: untilSeparator(part.spans, options.language), softHyphens: [] },
        form,
        options,
        inRightToLeft,
      ),
    );
    const segment = { paragraph, fontName, beforeSeparator };
    if (part.followsTab) tabbed?.push(segment);
    else paragraphs.push({ kind: "tabbed", segments: (tabbed = [segment]) });
  }
  return paragraphs.map((paragraph) =>
    paragraph.kind === "tabbed" && paragraph.segments.length === 1
      ? (paragraph.segments[0]?.paragraph ?? paragraph)
      : paragraph,
  );
}

function shapeParagraph(
  { spans, softHyphens }: Pick<SplitParagraph, "spans" | "softHyphens">,
  form: () => CjkForm | undefined,
  options: TextOptions,
  inRightToLeft: boolean,
): SimpleParagraph {
  const [first] = spans;
  const { features, hasCjkGaps = false, isJustified = false } = options;
  const isSpaced = hasCjkGaps || isJustified;
  if (spans.length === 1 && first !== undefined && first.mark === undefined) {
    const { text, fontName } = first;
    const run = plainRun(leadFace(fontName), text, 0, text.length, features);
    const paragraph = { text, softHyphens, options };
    const isPlain =
      run !== undefined &&
      !(isSpaced && CJK.test(text)) &&
      !(inRightToLeft && hasNoDirection(text) && text !== "");
    if (isPlain && (!isDivisible(paragraph) || hasPlainHyphen(run)))
      return { kind: "plain", ...paragraph, run };
  }
  const text = spans.map((span) => span.text).join("");
  const settingAt = settingLookup(spans, form(), options);
  const directions = directionsOf(text, inRightToLeft);
  const shapedWords = tokensOf(text).map((token) =>
    shapeToken(text, token, settingAt, directions, options),
  );
  const words = isSpaced
    ? withCjkSpacing(text, shapedWords, { hasGaps: hasCjkGaps, isJustified, form: form() })
    : shapedWords;
  return { kind: "shaped", text, softHyphens, options, settingAt, directions, words };
}

export const HYPHEN = "-";

/** Whether words can be hyphenated. */
export function isDivisible({ softHyphens, options }: ParagraphText): boolean {
  return softHyphens.length > 0 || options.hyphenator !== undefined;
}

/** Whether a hyphen is plain in the font and its features, as the text is. */
function hasPlainHyphen({ face, features }: PlainRun): boolean {
  return plainRun(face, HYPHEN, 0, HYPHEN.length, features) !== undefined;
}

/** Returns the setting of each character of spans. */
function settingLookup(
  spans: ReadonlyArray<Span>,
  form: CjkForm | undefined,
  { inLanguage }: TextOptions,
): (index: number) => Setting {
  const settings = spans.map(({ text, fontName, mark }): Setting => {
    const { language } = mark ?? {};
    return {
      chain: fontChain(fontName, language === undefined ? form : cjkFormOf(text, language)),
      mark: mark && sizedMark(mark, fontName),
      own: language === undefined ? undefined : inLanguage?.(language),
    };
  });
  const [first = { chain: fontChain("Roboto", form), mark: undefined }] = settings;
  if (spans.length === 1) return () => first;
  let end = 0;
  const ends = spans.map(({ text }) => (end += text.length));
  return (index) => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index < (ends[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return index < end ? (settings[low] ?? first) : first;
  };
}

function once<A>(compute: () => A): () => A {
  let result: { readonly value: A } | undefined;
  return () => (result ??= { value: compute() }).value;
}

/** Returns the first character of a text that neither a font nor its fallbacks have, null when there is none. */
export function missingCharacter(text: string, fontName: ChainName = "Roboto"): string | null {
  try {
    shapeText([{ text, fontName }]);
    return null;
  } catch (error) {
    if (error instanceof MissingGlyph) return error.character;
    throw error;
  }
}
