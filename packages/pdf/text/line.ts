import { visualOrder } from "./bidi.ts";
import { type Piece, pieceWidth, type PlainRun } from "./run.ts";
import type { Word } from "./word.ts";

/** A line in reading order; lengths are in thousandths of the font size. */
export interface Line {
  readonly pieces: ReadonlyArray<Piece>;
  /** The indexes of the pieces in visual order, from the left. */
  readonly order: ReadonlyArray<number>;
  readonly width: number;
  /** The number of spaces that justified text can widen. */
  readonly gaps: number;
  readonly endsParagraph: boolean;
  /** Whether a space or a line break follows it, rather than the rest of a word. */
  readonly endsWord: boolean;
  /** The distance of its start from the edge. */
  readonly indent: number;
  readonly rightToLeft: boolean;
}

const NOTHING: ReadonlyArray<Piece> = [];
const ONE = [0];

/** A line of plain text. */
export function plainLine(
  run: PlainRun,
  spacing: number,
  { endsParagraph, endsWord }: Pick<Line, "endsParagraph" | "endsWord">,
  indent: number,
): Line {
  const { width, glyphCount, gaps } = run;
  return {
    pieces: glyphCount === 0 ? NOTHING : [{ run, level: 0 }],
    order: ONE,
    width: width + Math.max(0, glyphCount - 1) * spacing,
    gaps,
    endsParagraph,
    endsWord,
    indent,
    rightToLeft: false,
  };
}

/** A line of words, without trailing spaces. */
export function shapedLine(
  words: ReadonlyArray<Word>,
  {
    baseLevel,
    spacing,
    endsParagraph,
    endsWord,
    indent,
  }: {
    readonly baseLevel: number;
    readonly spacing: number;
    readonly endsParagraph: boolean;
    readonly endsWord: boolean;
    readonly indent: number;
  },
): Line {
  const last = words.findLastIndex(({ isSpace }) => !isSpace);
  const pieces = words.slice(0, last + 1).flatMap((word) => word.pieces);
  let [width, glyphCount, gaps] = [0, 0, 0];
  for (const piece of pieces) {
    const { run } = piece;
    width += pieceWidth(piece);
    glyphCount += run.glyphCount;
    gaps += run.gaps;
  }
  return {
    pieces,
    order: visualOrder(pieces.map(({ level }) => level)),
    width: width + Math.max(0, glyphCount - 1) * spacing,
    gaps,
    endsParagraph,
    endsWord,
    indent,
    rightToLeft: baseLevel % 2 === 1,
  };
}

/** How a line is set: lengths in points. */
export interface LineSetting {
  readonly fontSize: number;
  readonly spacing: number;
}

/**
 * The start of each piece of a line, in points.
 *
 * @param x The start of the line.
 * @param widenGaps The width that justified text adds to each space.
 */
export function pieceStarts(
  { pieces, order }: Line,
  { fontSize, spacing }: LineSetting,
  x: number,
  widenGaps: number,
): ReadonlyArray<number> {
  const starts: Array<number> = [];
  let offset = x;
  for (const index of order) {
    starts[index] = offset;
    const piece = pieces[index];
    if (piece === undefined) continue;
    const { glyphCount, gaps } = piece.run;
    offset += (pieceWidth(piece) * fontSize) / 1000 + glyphCount * spacing + gaps * widenGaps;
  }
  return starts;
}
