import { CliOutput } from "effect/cli";

/** A column of a table: what stands above it, and whether it may be cut to make the table fit. */
export interface Heading {
  readonly title: string;
  readonly mayBeCut: boolean;
}

/** So wide a column stays at least when it is cut. */
const LEAST = 8;
const GAP = "  ";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The lines of a table whose columns stand under each other, the headings first.
 *
 * @param width How wide lines are to be: columns that may be cut are, the widest first. Where that is
 *   not enough lines are longer, and the terminal breaks them.
 */
export function tableLines(
  headings: ReadonlyArray<Heading>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  width: number,
): ReadonlyArray<string> {
  const lines = [headings.map(({ title }) => title), ...rows];
  const natural = headings.map((_, at) =>
    Math.max(...lines.map((line) => CliOutput.displayWidth(line[at] ?? ""))),
  );
  const widths = fitted(headings, natural, width);
  return lines.map((line) => {
    const cells = line.map((cell, at) => padded(shortened(cell, widths[at] ?? 0), widths[at] ?? 0));
    return cells.join(GAP).trimEnd();
  });
}

/** The width of each column, so that all of them fit if that can be. */
function fitted(
  headings: ReadonlyArray<Heading>,
  natural: ReadonlyArray<number>,
  width: number,
): ReadonlyArray<number> {
  const widths = [...natural];
  const total = () => widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));
  while (total() > width) {
    const cuttable = widths.map((each, at) =>
      headings[at]?.mayBeCut === true && each > LEAST ? each : 0,
    );
    const widest = Math.max(...cuttable);
    if (widest === 0) return widths;
    widths[cuttable.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - CliOutput.displayWidth(text)));
}

/**
 * A text cut to a width, with an ellipsis where something is missing.
 *
 * @param width In cells of a terminal: wide characters count twice.
 */
export function shortened(text: string, width: number): string {
  if (CliOutput.displayWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += CliOutput.displayWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
