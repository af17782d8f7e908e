import type { Line } from "../text/paragraph.ts";
import { gapsIn, type Glyphs } from "../text/shaping.ts";
import { decimal } from "./content.ts";
import type { FontTable } from "./font_table.ts";

/** How lines are set: sizes in points. */
export interface Setting {
  readonly fontSize: number;
  readonly spacing: number;
}

/**
 * Writes one line as text operators.
 *
 * @param x Where the line begins, in points from the left edge of the page.
 * @param baseline In points from the bottom of the page.
 * @param widenGaps What justified text adds to each space, in points.
 */
export function lineContent(
  line: Line,
  fonts: FontTable,
  { fontSize, spacing }: Setting,
  x: number,
  baseline: number,
  widenGaps: number,
): string {
  const advances = line.pieces.map(({ glyphs }) =>
    pieceAdvance(glyphs, fontSize, spacing, widenGaps),
  );
  const starts: Array<number> = [];
  let at = x;
  for (const index of line.order) {
    starts[index] = at;
    at += advances[index] ?? 0;
  }
  return runsOf(line).reduce((content, run) => {
    const start = Math.min(...run.map((index) => starts[index] ?? x));
    const glyphs = run.flatMap((index) => line.pieces[index]?.glyphs ?? []);
    const used = glyphs[0] && fonts.use(glyphs[0].face);
    if (used === undefined) return content;
    const place = `/${used.key} ${decimal(fontSize)} Tf 1 0 0 1 ${decimal(start)} ${decimal(baseline)} Tm\n`;
    return content + place + runContent(glyphs, used, { fontSize, spacing }, widenGaps);
  }, "");
}

function pieceAdvance(
  glyphs: Glyphs,
  fontSize: number,
  spacing: number,
  widenGaps: number,
): number {
  return (
    (glyphs.width * fontSize) / 1000 + glyphs.ids.length * spacing + gapsIn(glyphs) * widenGaps
  );
}

/**
 * Joins pieces that stand side by side in one face, each run in the order it stands. The runs themselves
 * keep the order they are read in: that is how most readers extract them.
 */
function runsOf({ pieces, order }: Line): ReadonlyArray<ReadonlyArray<number>> {
  const ranks: Array<number> = [];
  order.forEach((index, rank) => (ranks[index] = rank));
  const runs: Array<Array<number>> = [];
  pieces.forEach(({ glyphs, level }, at) => {
    const before = pieces[at - 1];
    const step = level % 2 === 0 ? 1 : -1;
    const joins =
      before?.glyphs.face === glyphs.face &&
      before.level === level &&
      ranks[at] === (ranks[at - 1] ?? 0) + step;
    if (!joins) runs.push([at]);
    else if (step === 1) runs.at(-1)?.push(at);
    else runs.at(-1)?.unshift(at);
  });
  return runs;
}

/**
 * Shows glyphs with `TJ`, whose numbers take back what a glyph's own width and the wanted advance
 * differ by; raised and lowered marks are shown one by one.
 */
function runContent(
  run: ReadonlyArray<Glyphs>,
  used: ReturnType<FontTable["use"]>,
  { fontSize, spacing }: Setting,
  widenGaps: number,
): string {
  const thousandths = (points: number) => (points * 1000) / fontSize;
  let content = "";
  let show = "";
  let codes = "";
  let owed = 0;
  let rise = 0;
  const flushCodes = () => {
    if (codes !== "") show += `<${codes}>`;
    codes = "";
  };
  const adjust = (by: number) => {
    owed += by;
    if (Math.abs(owed) < 0.5) return;
    flushCodes();
    show += decimal(Math.round(-owed));
    owed += Math.round(-owed);
  };
  const flushShow = () => {
    flushCodes();
    if (show !== "") content += `[${show}]TJ\n`;
    show = "";
  };
  for (const { ids, texts, advances, widths, xOffsets, yOffsets } of run) {
    ids.forEach((id, at) => {
      const code = used.code(id, texts[at] ?? "", widths[at] ?? 0);
      const wantedRise = ((yOffsets[at] ?? 0) * fontSize) / 1000;
      if (Math.abs(wantedRise - rise) > 0.001) {
        flushShow();
        content += `${decimal(wantedRise)} Ts\n`;
        rise = wantedRise;
      }
      const offset = xOffsets[at] ?? 0;
      if (offset !== 0) adjust(offset);
      codes += code.toString(16).padStart(4, "0");
      const widen = texts[at] === " " ? thousandths(widenGaps) : 0;
      adjust((advances[at] ?? 0) - used.width(code) - offset + thousandths(spacing) + widen);
    });
  }
  flushShow();
  return rise === 0 ? content : `${content}0 Ts\n`;
}
