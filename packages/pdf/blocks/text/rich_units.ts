import type { TextContent } from "../../write/text_content.ts";
import { addLinks, type Effects } from "../block.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import { lineGroups } from "./line_groups.ts";
import type { RichElements } from "./rich_elements.ts";
import type { SetParagraph } from "./rich_paragraphs.ts";
import { type Rules, rulesContent, setLines } from "./text_box.ts";
import { markedAreas } from "./text_marks.ts";

/** Lines of a paragraph, from `from` (inclusive) to `to` (exclusive), that a page break does not divide. */
interface Piece {
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
}

/** Pieces that stay together, such as a heading with the first lines below it. */
export interface RichUnit {
  readonly pieces: ReadonlyArray<Piece>;
  readonly height: number;
}

/** What rich text is painted into. */
export interface RichPlace {
  readonly text: TextContent;
  readonly sheet: Sheet;
  /** The box whose rotation its links have. */
  readonly box: Rectangle;
  readonly elements: ((paragraph: number) => RichElements | undefined) | undefined;
}

/**
 * The units between which page breaks and columns divide paragraphs. A heading, and the last lines in front
 * of a list, stay with the first lines below them. The space between paragraphs belongs to the upper one.
 *
 * @param tallest The height of a page. Higher units are divided between their lines.
 */
export function unitsOf(
  paragraphs: ReadonlyArray<SetParagraph>,
  tallest: number,
): ReadonlyArray<RichUnit> {
  const units: Array<RichUnit> = [];
  let above: RichUnit | undefined;
  paragraphs.forEach(({ lines, step, isHeading, introducesList }, paragraph) => {
    const space = paragraphs[paragraph + 1]?.spaceBefore ?? 0;
    let from = 0;
    for (const count of lineGroups(lines, Math.floor(tallest / step))) {
      const to = from + count;
      const height = count * step + (to === lines.length ? space : 0);
      const own: RichUnit = { pieces: [{ paragraph, from, to }], height };
      from = to;
      const isJoined = above !== undefined && above.height + height <= tallest;
      const unit = isJoined ? joined(above, own) : own;
      if (isJoined) units.pop();
      units.push(unit);
      above = isHeading || (introducesList && to === lines.length) ? unit : undefined;
    }
  });
  return units;
}

function joined(upper: RichUnit | undefined, lower: RichUnit): RichUnit {
  return upper === undefined
    ? lower
    : { pieces: [...upper.pieces, ...lower.pieces], height: upper.height + lower.height };
}

/** Adds the text of units to a page; returns the content of their rules. */
export function paintUnits(
  units: ReadonlyArray<RichUnit>,
  paragraphs: ReadonlyArray<SetParagraph>,
  column: Rectangle,
  field: Rules & Effects,
  { text, sheet, box, elements }: RichPlace,
): string {
  let rules = "";
  let top = column.top;
  for (const { pieces, height } of units) {
    let pieceTop = top;
    for (const { paragraph, from, to } of pieces) {
      const set = paragraphs[paragraph];
      if (set === undefined) continue;
      const { setting, step, indent, marker } = set;
      const lines = set.lines.slice(from, to);
      const place = { top: pieceTop, height: (to - from) * step };
      const lineBox = { ...place, left: column.left + indent, width: column.width - indent };
      if (marker !== undefined && from === 0) {
        const markerBox = {
          ...place,
          left: column.left + marker.left,
          width: indent,
          height: step,
        };
        const label = () => elements?.(paragraph)?.label;
        setLines(text, marker.lines, markerBox, leftAligned(setting), sheet, label);
      }
      setLines(text, lines, lineBox, setting, sheet, () => elements?.(paragraph)?.text);
      rules += rulesContent(lines, lineBox, setting, field, sheet);
      if (set.isMarked) {
        const areas = markedAreas(lines, lineBox, setting, sheet);
        rules += areas.content;
        addLinks(areas.links, field, box, sheet);
      }
      const isLast = to === set.lines.length;
      pieceTop += place.height + (isLast ? (paragraphs[paragraph + 1]?.spaceBefore ?? 0) : 0);
    }
    top += height;
  }
  return rules;
}

function leftAligned({ style, fontSize }: SetParagraph["setting"]): SetParagraph["setting"] {
  return { fontSize, style: { ...style, alignment: "left" } };
}
