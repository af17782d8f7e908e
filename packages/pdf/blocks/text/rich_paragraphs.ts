import type { PageNumber } from "../../fill/page_number.ts";
import { hasMarks, type RichPart, spansOf } from "../../fill/rich_text.ts";
import type { TextStyle } from "../../fill/text_style.ts";
import { emphasizedFont } from "../../fonts/font_chain.ts";
import type { RichParagraph, RichParagraphs } from "../../rich/markdown.ts";
import type { Line } from "../../text/line.ts";
import { type ShapedText, shapeText } from "../../text/paragraph.ts";
import { POINTS } from "../../write/content.ts";
import {
  fitLines,
  lineHeight,
  type TextContext,
  textOptions,
  type TextSetting,
} from "./text_box.ts";

/** A paragraph that is broken into lines. Lengths are in millimetres. */
export interface SetParagraph {
  readonly setting: TextSetting;
  readonly lines: ReadonlyArray<Line>;
  readonly step: number;
  /** The distance of its lines from the left edge. */
  readonly indent: number;
  /** The space between it and the paragraph above. */
  readonly spaceBefore: number;
  readonly isHeading: boolean;
  /** Whether a list begins below it. */
  readonly introducesList: boolean;
  readonly isMarked: boolean;
  readonly marker: { readonly lines: ReadonlyArray<Line>; readonly left: number } | undefined;
}

/** A paragraph whose text is shaped, so that it can be broken at several sizes. */
interface ShapedParagraph {
  readonly source: RichParagraph<ReadonlyArray<RichPart>>;
  readonly style: TextStyle;
  readonly text: ShapedText;
  readonly marker: ShapedText | undefined;
  /** The widest markers of the lists around it. */
  readonly lists: ReadonlyArray<ShapedText>;
}

/** The sizes of headings, relative to the text. */
const HEADING_SIZES = [1, 1.6, 1.35, 1.15, 1, 1, 1];
/** Spaces, relative to the size of the text. */
const SPACE = { paragraph: 0.5, beforeHeading: 0.9, afterHeading: 0.25 };
/** The smallest indent of a list and the gap after its markers, relative to the size of the text. */
const LIST = { indent: 1.4, gap: 0.45 };

/** Shapes rich text. The result breaks it at a size, into lines of a width. */
export function shapeParagraphs(
  paragraphs: RichParagraphs<ReadonlyArray<RichPart>>,
  style: TextStyle,
  page: PageNumber,
  context: TextContext,
): (fontSize: number, width: number) => ReadonlyArray<SetParagraph> {
  const shapedParagraphs = paragraphs.map((source): ShapedParagraph => {
    const own = styleOf(source, style);
    const options = textOptions(own, context);
    const markerText = (text: string) => shapeText([{ text, fontName: own.fontName }], options);
    return {
      source,
      style: own,
      text: shapeText(spansOf(source.text, own.fontName, page), options),
      marker: source.marker === undefined ? undefined : markerText(source.marker),
      lists: source.lists.map(markerText),
    };
  });
  return (fontSize, width) =>
    shapedParagraphs.map((paragraph, index) =>
      setParagraph(paragraph, {
        before: shapedParagraphs[index - 1]?.source,
        after: shapedParagraphs[index + 1]?.source,
        style,
        fontSize,
        width,
      }),
    );
}

/** Headings are bold and ragged; only plain paragraphs have an indent. */
function styleOf({ heading, lists }: RichParagraph<unknown>, style: TextStyle): TextStyle {
  // Spaces between paragraphs are those of rich text.
  const own: TextStyle = { ...style, verticalAlignment: "top", paragraphSpacing: 0 };
  if (heading === 0) return lists.length === 0 ? own : { ...own, firstLineIndent: 0 };
  return {
    ...own,
    fontName: emphasizedFont(style.fontName, { bold: true, italic: false }),
    alignment: style.alignment === "justify" ? undefined : style.alignment,
    wordSpacing: undefined,
    hyphenate: false,
    firstLineIndent: 0,
  };
}

/** The neighbours of a paragraph, and the style, the size and the width of the field. */
interface Surroundings {
  readonly before: RichParagraph<unknown> | undefined;
  readonly after: RichParagraph<unknown> | undefined;
  readonly style: TextStyle;
  readonly fontSize: number;
  readonly width: number;
}

function setParagraph(
  { source, style, text, marker, lists }: ShapedParagraph,
  { before, after, style: fieldStyle, fontSize, width }: Surroundings,
): SetParagraph {
  const setting = { style, fontSize: fontSize * (HEADING_SIZES[source.heading] ?? 1) };
  const em = fontSize / POINTS;
  const hangs = lists.map((widest) =>
    Math.max(LIST.indent * em, widthOf(widest, setting) + LIST.gap * em),
  );
  const indent = hangs.reduce((sum, hang) => sum + hang, 0);
  const available = Math.max(0.1, width - indent);
  // Only the first line of a paragraph is indented, not those after its line breaks.
  const [first, ...others] = text;
  const unindented = { ...setting, style: { ...style, firstLineIndent: 0 } };
  return {
    setting,
    lines: [
      ...(first === undefined ? [] : fitLines([first], available, setting)),
      ...fitLines(others, available, unindented),
    ],
    step: lineHeight(setting),
    indent,
    spaceBefore: before === undefined ? 0 : spaceBetween(before, source, fieldStyle, em),
    isHeading: source.heading > 0,
    introducesList: (after?.lists.length ?? 0) > source.lists.length,
    isMarked: hasMarks(source.text),
    marker:
      marker === undefined
        ? undefined
        : {
            lines: fitLines(marker, Infinity, unindented),
            left: indent - LIST.gap * em - widthOf(marker, setting),
          },
  };
}

function widthOf(text: ShapedText, setting: TextSetting): number {
  const [line] = fitLines(text, Infinity, setting);
  return ((line?.width ?? 0) * setting.fontSize) / 1000 / POINTS;
}

/** The space between two paragraphs, in millimetres; `em` is the size of the text. */
function spaceBetween(
  before: RichParagraph<unknown>,
  after: RichParagraph<unknown>,
  { firstLineIndent, paragraphSpacing }: TextStyle,
  em: number,
): number {
  if (after.isTight) return 0;
  if (after.heading > 0) return SPACE.beforeHeading * (HEADING_SIZES[after.heading] ?? 1) * em;
  if (before.heading > 0) return SPACE.afterHeading * em;
  // An indent replaces the space between paragraphs.
  if (paragraphSpacing > 0 || firstLineIndent > 0) return paragraphSpacing;
  return SPACE.paragraph * em;
}
