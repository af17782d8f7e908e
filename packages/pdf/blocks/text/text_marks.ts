import { type Line, pieceStarts, widenedGap } from "../../text/line.ts";
import { type FontRule, fontRules, type SizedMark } from "../../text/mark.ts";
import { pieceWidth } from "../../text/run.ts";
import { colourOperands, filledBox } from "../../write/content.ts";
import type { LinkArea } from "../../write/link_area.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import { eachLine, lineSettingOf, type TextSetting, verticalExtent } from "./text_box.ts";

/** The underlines and strikes of marked text, and the areas of its links. */
export interface MarkedAreas {
  readonly content: string;
  readonly links: ReadonlyArray<LinkArea>;
}

export const NO_AREAS: MarkedAreas = { content: "", links: [] };

/** A part of a line with one mark, in points. */
interface Stretch {
  readonly mark: SizedMark;
  readonly start: number;
  end: number;
}

/** Underlines, strikes and links of the lines that `setLines` has set in the same box. */
export function markedAreas(
  lines: ReadonlyArray<Line>,
  box: Rectangle,
  setting: TextSetting,
  sheet: Sheet,
): MarkedAreas {
  const { style, fontSize } = setting;
  const lineSetting = lineSettingOf(setting);
  const rules = fontRules(style.fontName);
  const { ascent, descent } = verticalExtent(style, fontSize);
  const links: Array<LinkArea> = [];
  let content = "";
  eachLine(lines, box, setting, sheet, (line, { start, widenGaps, widenLetters }, baseline) => {
    const draw = (rule: FontRule, { mark, start: left, end }: Stretch) => {
      const colour = colourOperands(mark.colour) ?? lineSetting.colour;
      const [middle, thickness] = [rule.middle * fontSize, rule.thickness * fontSize];
      content += filledBox(colour, left, baseline + middle + thickness / 2, end - left, thickness);
    };
    const own = { fontSize, spacing: lineSetting.spacing + widenLetters };
    const { underlined, struck, linked } = stretchesOf(line, own, start, widenGaps);
    for (const stretch of underlined) draw(rules.underline, stretch);
    for (const stretch of struck) draw(rules.strike, stretch);
    for (const { mark, start: left, end } of linked)
      if (mark.link !== undefined)
        links.push({
          target: mark.link,
          box: [left, baseline - descent, end, baseline + ascent],
          element: sheet.tags?.page.linkOf(mark),
        });
  });
  return { content, links };
}

/** Links are underlined, except for the numbers of footnotes. */
function isUnderlined({ underline, link, note }: SizedMark): boolean {
  return underline === true || (link !== undefined && note === undefined);
}

function stretchesOf(
  line: Line,
  setting: { readonly fontSize: number; readonly spacing: number },
  x: number,
  widenGaps: number,
) {
  const underlined: Array<Stretch> = [];
  const struck: Array<Stretch> = [];
  const linked: Array<Stretch> = [];
  const starts = pieceStarts(line, setting, x, widenGaps);
  let previous: SizedMark | undefined;
  for (const index of line.order) {
    const piece = line.pieces[index];
    const { mark, run } = piece ?? {};
    if (piece !== undefined && run !== undefined && mark !== undefined) {
      const start = starts[index] ?? x;
      const width = (pieceWidth(piece) * setting.fontSize) / 1000;
      const end =
        start +
        width +
        run.glyphCount * setting.spacing +
        run.gaps * widenedGap(line, index, widenGaps);
      const isSameColour = previous?.colour === mark.colour;
      const add = (stretches: Array<Stretch>, continues: boolean) => {
        const last = stretches.at(-1);
        if (continues && last !== undefined) last.end = end;
        else stretches.push({ mark, start, end });
      };
      if (isUnderlined(mark))
        add(underlined, previous !== undefined && isUnderlined(previous) && isSameColour);
      if (mark.strike === true) add(struck, previous?.strike === true && isSameColour);
      if (mark.link !== undefined) add(linked, previous?.link === mark.link);
    }
    previous = mark;
  }
  return { underlined, struck, linked };
}
