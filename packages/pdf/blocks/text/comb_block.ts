import type { MultiVariableTextField, TextField } from "@paraph/core/layouts";

import { anyPage, type PageNumber } from "../../fill/page_number.ts";
import { type RichPart, spansOf } from "../../fill/rich_text.ts";
import { fieldStyle, type TextStyle } from "../../fill/text_style.ts";
import { shapeText } from "../../text/paragraph.ts";
import { colourOperands, filledBox, POINTS } from "../../write/content.ts";
import { TextContent } from "../../write/text_content.ts";
import { type Block, withEffects } from "../block.ts";
import type { BlockContext } from "../block_context.ts";
import { decoration } from "../block_tags.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import { ParagraphElements } from "./paragraph_elements.ts";
import { boxContent, fitLines, setLines, type TextContext, textOptions } from "./text_box.ts";

const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Text of one line with one character in each of `numCells` equal cells. */
export function combBlock(
  field: TextField | MultiVariableTextField,
  parts: ReadonlyArray<RichPart>,
  numCells: number,
  context: TextContext & Pick<BlockContext, "warn">,
): Block {
  const style = { ...fieldStyle(field, context.typography), alignment: "center" as const };
  const options = textOptions(style, context);
  const setting = { style, fontSize: style.fontSize };
  const charactersOn = (page: PageNumber) =>
    spansOf(parts, style.fontName, page).flatMap(({ text, fontName, mark }) =>
      Array.from(characters.segment(text.replaceAll(/\s+/gu, " ")), ({ segment }) => ({
        text: segment,
        fontName,
        mark,
      })),
    );
  const count = charactersOn(anyPage(context.widestNumber)).length;
  if (count > numCells)
    context.warn(`The text of "${field.name}" has ${count} characters, but only ${numCells} cells`);
  const paragraphs = new ParagraphElements(field, [], style);
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, page, sheet) => {
      const box = { left: field.position.x, top, width: field.width, height: field.height };
      const cells = cellsOf(box, numCells);
      const shown = charactersOn(page).slice(0, numCells);
      const first = firstCell(field.alignment, numCells - shown.length);
      const text = new TextContent(sheet.resources.fonts, sheet.tags?.page);
      shown.forEach((character, index) => {
        const cell = cells[first + index];
        if (cell === undefined) return;
        const lines = fitLines(shapeText([character], options), Infinity, setting).map((line) => ({
          ...line,
          // The characters of all cells are one word.
          endsWord: false,
          endsParagraph: index === shown.length - 1,
        }));
        setLines(text, lines, cell, setting, sheet, () => paragraphs.elementOf(0, sheet));
      });
      const frame = decoration(combContent(box, style, numCells, sheet), sheet);
      return withEffects(frame + text.toString(), field, box, sheet);
    },
  };
}

/** The equal cells of a box. */
function cellsOf({ left, width, ...rest }: Rectangle, count: number): ReadonlyArray<Rectangle> {
  const own = width / count;
  return Array.from({ length: count }, (_, index) => ({
    ...rest,
    left: left + index * own,
    width: own,
  }));
}

/** The first cell with a character, for the alignment of the text. */
function firstCell(alignment: TextField["alignment"], spare: number): number {
  if (alignment === "right") return spare;
  return alignment === "center" ? Math.floor(spare / 2) : 0;
}

/** Content that draws the background and the border of a box, and lines of the border between its cells. */
export function combContent(
  box: Rectangle,
  style: TextStyle,
  numCells: number,
  sheet: Sheet,
): string {
  const { borderWidth } = style;
  const content = boxContent(box, style, sheet);
  const colour = colourOperands(style.borderColor);
  const width = borderWidth.left || borderWidth.bottom;
  if (colour === undefined || width === 0) return content;
  const lines = cellsOf(box, numCells)
    .slice(1)
    .map(({ left, top, height }) =>
      filledBox(
        colour,
        (left - width / 2) * POINTS,
        sheet.height - top * POINTS,
        width * POINTS,
        height * POINTS,
      ),
    );
  return content + lines.join("");
}
