import { CliOutput } from "effect/cli";

/** A column's title, and whether its cells may be cut to make the table fit. */
export interface Heading {
  readonly title: string;
  readonly canShrink: boolean;
}

/** A column is never cut below this width. */
const MIN_WIDTH = 8;
const GAP = "  ";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The lines of a table with aligned columns, the headings first.
 *
 * @param width The maximum width of a line: the widest columns that can shrink are cut first. When that is
 *   not enough, lines are longer.
 */
export function tableLines(
  headings: ReadonlyArray<Heading>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  width: number,
): ReadonlyArray<string> {
  const lines = [headings.map(({ title }) => title), ...rows];
  const natural = headings.map((_, index) =>
    Math.max(...lines.map((line) => CliOutput.displayWidth(line[index] ?? ""))),
  );
  const widths = fitWidths(headings, natural, width);
  return lines.map((line) => {
    const cells = line.map((cell, index) =>
      pad(truncate(cell, widths[index] ?? 0), widths[index] ?? 0),
    );
    return cells.join(GAP).trimEnd();
  });
}

/** The width of each column so that all fit, if possible. */
function fitWidths(
  headings: ReadonlyArray<Heading>,
  natural: ReadonlyArray<number>,
  width: number,
): ReadonlyArray<number> {
  const widths = [...natural];
  const total = () => widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));
  while (total() > width) {
    const shrinkable = widths.map((each, index) =>
      headings[index]?.canShrink === true && each > MIN_WIDTH ? each : 0,
    );
    const widest = Math.max(...shrinkable);
    if (widest === 0) return widths;
    widths[shrinkable.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - CliOutput.displayWidth(text)));
}

/**
 * Cuts a text to a width, with an ellipsis in place of the rest.
 *
 * @param width In cells of a terminal: wide characters count twice.
 */
export function truncate(text: string, width: number): string {
  if (CliOutput.displayWidth(text) <= width) return text;
  let start = "";
  let currentWidth = 1;
  for (const { segment } of graphemes.segment(text)) {
    currentWidth += CliOutput.displayWidth(segment);
    if (currentWidth > width) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}
