import { visualOrder } from "./bidi.ts";
import { type Piece, pieceWidth, type PlainRun } from "./run.ts";
import type { Hang } from "./spacing/optical_margins.ts";
import type { Word } from "./word.ts";

/** A line in reading order; lengths are in thousandths of the font size. */
export interface Line {
  readonly pieces: ReadonlyArray<Piece>;
  /** The indexes of the pieces in visual order, from the left. */
  readonly order: ReadonlyArray<number>;
  readonly width: number;
  /** The number of places that justified text can widen: spaces, and between wide characters. */
  readonly gaps: number;
  readonly endsParagraph: boolean;
  /** Whether a space or a line break follows it, rather than the rest of a word. */
  readonly endsWord: boolean;
  /** Whether it ends with a hyphen that divides a word, and that the text does not have. */
  readonly endsInHyphen: boolean;
  /** The distance of its start from the edge. */
  readonly indent: number;
  readonly rightToLeft: boolean;
  /** Its texts are at tab stops, so that it is not aligned as a whole. */
  readonly hasTabs?: true;
  /** The number of its first pieces whose spaces justified text does not widen. */
  readonly fixedPieces?: number;
  /** How far it extends into the margins. */
  readonly hang?: Hang | undefined;
}

type LineEnds = Pick<Line, "endsParagraph" | "endsWord" | "endsInHyphen">;

const NOTHING: ReadonlyArray<Piece> = [];
const ONE = [0];

/** A line of plain text. */
export function plainLine(
  run: PlainRun,
  spacing: number,
  { endsParagraph, endsWord, endsInHyphen }: LineEnds,
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
    endsInHyphen,
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
    endsInHyphen,
    indent,
  }: {
    readonly baseLevel: number;
    readonly spacing: number;
    readonly endsParagraph: boolean;
    readonly endsWord: boolean;
    readonly endsInHyphen: boolean;
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
  // Nothing is widened behind the last character of a line.
  const lastRun = pieces.at(-1)?.run;
  if (lastRun?.kind === "shaped" && lastRun.clusters.at(-1)?.canStretch === true) gaps -= 1;
  return {
    pieces,
    order: visualOrder(pieces.map(({ level }) => level)),
    width: width + Math.max(0, glyphCount - 1) * spacing,
    gaps,
    endsParagraph,
    endsWord,
    endsInHyphen,
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
  line: Line,
  { fontSize, spacing }: LineSetting,
  x: number,
  widenGaps: number,
): ReadonlyArray<number> {
  const starts: Array<number> = [];
  let offset = x;
  for (const index of line.order) {
    starts[index] = offset;
    const piece = line.pieces[index];
    if (piece === undefined) continue;
    const { glyphCount, gaps } = piece.run;
    const widened = gaps * widenedGap(line, index, widenGaps);
    offset += (pieceWidth(piece) * fontSize) / 1000 + glyphCount * spacing + widened;
  }
  return starts;
}

/** The width that justified text adds to each space of a piece. */
export function widenedGap({ fixedPieces = 0 }: Line, index: number, widenGaps: number): number {
  return index < fixedPieces ? 0 : widenGaps;
}
