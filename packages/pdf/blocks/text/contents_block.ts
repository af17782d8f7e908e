import type { ListField } from "@paraph/core/layouts";

import type { Heading } from "../../fill/heading.ts";
import type { PageNumber } from "../../fill/page_number.ts";
import { fieldStyle, type TextStyle } from "../../fill/text_style.ts";
import { breakLines } from "../../text/break_lines.ts";
import type { Line } from "../../text/line.ts";
import { shapeText } from "../../text/paragraph.ts";
import { POINTS } from "../../write/content.ts";
import type { StructureElement } from "../../write/tags/structure.ts";
import { TextContent } from "../../write/text_content.ts";
import { addLinks, type Block, withEffects } from "../block.ts";
import { decoration } from "../block_tags.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import {
  boxContent,
  fitLines,
  lineHeight,
  setLines,
  type TextContext,
  textOptions,
  type TextSetting,
} from "./text_box.ts";

/** An entry with its title in lines. */
interface Entry {
  readonly heading: Heading;
  readonly lines: ReadonlyArray<Line>;
  readonly indent: number;
  readonly height: number;
}

const LEVELS = 3;
/** In millimetres. */
const INDENT = 5;

/**
 * The headings of a document with their page numbers. The numbers have a column that is wide enough for all, so
 * that the layout does not depend on them.
 */
export function contentsBlock(
  field: ListField,
  headings: ReadonlyArray<Heading>,
  context: TextContext,
): Block {
  const style: TextStyle = {
    ...fieldStyle(field, context.typography),
    verticalAlignment: "top",
    firstLineIndent: 0,
    paragraphSpacing: 0,
  };
  const setting: TextSetting = { style, fontSize: style.fontSize };
  const step = lineHeight(setting);
  const options = textOptions(style, context);
  const shape = (text: string) => shapeText([{ text, fontName: style.fontName }], options);
  const lineOf = (text: string) => breakLines(shape(text), Infinity, 0)[0];
  const widthOf = (line: Line | undefined) => ((line?.width ?? 0) * style.fontSize) / 1000 / POINTS;
  const numberWidth = widthOf(lineOf(context.widestNumber));
  const leader = field.contents?.leader ?? ".";
  const gap = widthOf(lineOf("n"));
  const dotWidth = leader === "" ? 0 : widthOf(lineOf(`${leader} `.repeat(10))) / 10;
  const levels = field.contents?.levels ?? LEVELS;
  const entries = headings
    .filter(({ level }) => level <= levels)
    .map((heading): Entry => {
      const indent = (heading.level - 1) * (field.indentSize ?? INDENT);
      const width = Math.max(10, field.width - indent - numberWidth - 2 * gap);
      const lines = fitLines(shape(heading.title), width, setting);
      const height = lines.length * step + (field.itemSpacing ?? 0);
      return { heading, lines, indent, height };
    });

  let toc: StructureElement | undefined;
  const paintEntry = (
    { heading, lines, indent, height }: Entry,
    frame: Rectangle,
    page: PageNumber,
    text: TextContent,
    sheet: Sheet,
  ) => {
    const box = { ...frame, left: frame.left + indent, width: frame.width - indent, height };
    const link = toc?.add("TOCI").add("Reference").add("Link");
    setLines(text, lines, box, left(setting), sheet, () => link);
    const lastTop = frame.top + (lines.length - 1) * step;
    const number = lineOf(page.pageOfHeading?.(heading) ?? "");
    const last = { ...frame, top: lastTop, height: step };
    if (number !== undefined) setLines(text, [number], last, right(setting), sheet, () => link);
    const end = box.left + widthOf(lines.at(-1)) + gap;
    const dotsWidth =
      frame.width - Math.max(widthOf(number), widthOf(lineOf(page.totalPages))) - gap;
    const space = frame.left + dotsWidth - end;
    const dots = dotWidth > 0 ? Math.floor(space / dotWidth) : 0;
    const dotted = dots > 0 ? lineOf(`${leader} `.repeat(dots).trimEnd()) : undefined;
    const dotBox = { ...last, width: dotsWidth };
    if (dotted !== undefined) setLines(text, [dotted], dotBox, right(setting), sheet);
    const top = sheet.height - frame.top * POINTS;
    return {
      target: `#${heading.name}`,
      title: heading.title,
      element: link,
      box: [
        box.left * POINTS,
        top - lines.length * step * POINTS,
        (frame.left + frame.width) * POINTS,
        top,
      ] as const,
    };
  };
  return {
    extent: { kind: "divisible", head: 0, units: entries.map(({ height }) => height) },
    paint: ({ top, height, from, to }, page, sheet) => {
      const frame = { left: field.position.x, top, width: field.width, height };
      const text = new TextContent(sheet.resources.fonts, sheet.tags?.page);
      if (sheet.tags !== undefined) toc ??= sheet.tags.field.add("TOC");
      let y = top;
      const links = entries.slice(from, to).map((entry) => {
        const link = paintEntry(entry, { ...frame, top: y }, page, text, sheet);
        y += entry.height;
        return link;
      });
      addLinks(links, field, frame, sheet);
      const content = decoration(boxContent(frame, style, sheet), sheet) + text.toString();
      return withEffects(content, field, frame, sheet);
    },
  };
}

function left(setting: TextSetting): TextSetting {
  return { ...setting, style: { ...setting.style, alignment: "left" } };
}

function right(setting: TextSetting): TextSetting {
  return { ...setting, style: { ...setting.style, alignment: "right" } };
}
