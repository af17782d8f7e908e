import { leadFace, type ChainName } from "../../fonts/font_chain.ts";
import { visualOrder } from "../bidi.ts";
import type { Line } from "../line.ts";
import { type Piece, pieceWidth, shapedRun } from "../run.ts";
import { distanceRun } from "./distance_run.ts";

/** Where text continues after a tab. Lengths are in thousandths of the font size. */
export interface TabStop {
  /** The distance from the start of the line. */
  readonly position: number;
  /** The part of the text that is at the position; `decimal` is the decimal separator of a number. */
  readonly alignment: "left" | "center" | "right" | "decimal";
  /** Repeated from the text before the tab to the text after it; "" for nothing. */
  readonly leader: string;
}

/** The text between two tabs. */
export interface TabSegment {
  readonly fontName: ChainName;
  readonly baseLevel: number;
  /** Its width on one line. */
  readonly width: number;
  /** The width of the text before its decimal separator. */
  readonly widthBeforeSeparator: () => number;
  /** Breaks it into lines. */
  readonly breakLines: (width: number, indent: number) => ReadonlyArray<Line>;
  /** Shapes a leader in its font. */
  readonly shapeLeader: (leader: string) => Line | undefined;
}

interface LineLengths {
  readonly width: number;
  readonly spacing: number;
  readonly indent: number;
}

/** The smallest distance between texts around a tab. */
const LEAST_GAP = 250;
/** The width of a tab behind the last stop. */
const SPACES = 4;
/** The smallest width for text after a tab, so that each line has some characters. */
const LEAST_WIDTH = 1_000;

/** A line with the text up to a tab. */
interface OpenLine {
  /** Its settings and, at its end, those of the last text. */
  line: Line;
  readonly pieces: Array<Piece>;
  width: number;
  gaps: number;
  fixedPieces: number;
}

/**
 * Sets segments one after the other at tab stops. Lines after the first one of a segment begin at its stop. Behind
 * the last stop, text that does not fit begins a new line.
 */
export function tabbedLines(
  segments: ReadonlyArray<TabSegment>,
  { width, spacing, indent }: LineLengths,
  stops: ReadonlyArray<TabStop>,
): ReadonlyArray<Line> {
  const lines: Array<Line> = [];
  let open: OpenLine | undefined;
  const add = (added: ReadonlyArray<Line>) => {
    if (open !== undefined) lines.push(closed(open));
    lines.push(...added.slice(0, -1));
    const line = added.at(-1);
    open = line && {
      line,
      pieces: [...line.pieces],
      width: line.width,
      gaps: line.gaps,
      fixedPieces: 0,
    };
  };
  segments.forEach((segment, index) => {
    const next = segments[index + 1];
    // A number at the end of a line stays on it.
    const reserved =
      next === undefined || stops.at(-1)?.alignment === "left" ? 0 : next.width + LEAST_GAP;
    const current = open;
    const full = Math.max(LEAST_WIDTH, width - reserved);
    if (current === undefined) return add(segment.breakLines(full, indent));
    const end = current.line.indent + current.width + (current.pieces.length === 0 ? 0 : spacing);
    const stop = stops.find(({ position }) => position > end + 0.5);
    const start = startAt(stop, segment, end);
    if (stop === undefined && start + Math.min(LEAST_WIDTH, segment.width) > width)
      return add(segment.breakLines(full, 0).map(atTabs));
    const isWrapped = stop === undefined || stop.alignment === "left";
    const available = Math.max(LEAST_WIDTH, width - start - (isWrapped ? reserved : 0));
    const [first, ...others] = segment.breakLines(isWrapped ? available : Infinity, 0);
    if (first === undefined) return undefined;
    const tab = tabPieces(segment, stop?.leader ?? "", { from: end, to: start, spacing });
    current.pieces.push(...tab);
    // Text in front of a tab does not move.
    current.fixedPieces = current.pieces.length;
    current.pieces.push(...first.pieces);
    current.width = start - current.line.indent + first.width;
    current.gaps = isWrapped ? first.gaps : 0;
    current.line = continued(current.line, first);
    if (others.length > 0) add(others.map((line) => ({ ...atTabs(line), indent: start })));
    return undefined;
  });
  if (open !== undefined) lines.push(closed(open));
  return lines.map((line, index) => ({ ...line, endsParagraph: index === lines.length - 1 }));
}

/** A line that begins as one and ends as another. */
function continued({ indent, rightToLeft, hang }: Line, end: Line): Line {
  const hangs = { start: hang?.start ?? 0, end: end.hang?.end ?? 0 };
  return { ...end, indent, rightToLeft, hang: hangs };
}

function atTabs(line: Line): Line {
  return { ...line, hasTabs: true };
}

function closed({ line, pieces, width, gaps, fixedPieces }: OpenLine): Line {
  const base = line.rightToLeft ? 1 : 0;
  const levelled = pieces.map((piece) =>
    piece.level < base ? { ...piece, level: piece.level + 2 } : piece,
  );
  const order = visualOrder(levelled.map(({ level }) => level));
  return { ...line, pieces: levelled, order, width, gaps, hasTabs: true, fixedPieces };
}

function startAt(stop: TabStop | undefined, segment: TabSegment, end: number): number {
  const { width, baseLevel } = segment;
  if (stop === undefined) return end + SPACES * spaceWidth(segment.fontName);
  const before = () => {
    const leading = segment.widthBeforeSeparator();
    return baseLevel % 2 === 0 ? leading : width - leading;
  };
  const shift = { left: () => 0, center: () => width / 2, right: () => width, decimal: before };
  const start = stop.position - shift[stop.alignment]();
  return stop.alignment === "left" ? start : Math.max(end + LEAST_GAP, start);
}

function spaceWidth(fontName: ChainName): number {
  const { font, scale } = leadFace(fontName);
  return font.advanceOf(font.glyphOf(0x20)) * scale;
}

/** A space that readers extract, the leader, and the distance up to the text. */
function tabPieces(
  segment: TabSegment,
  leader: string,
  { from, to, spacing }: { readonly from: number; readonly to: number; readonly spacing: number },
): ReadonlyArray<Piece> {
  const { fontName, baseLevel: level } = segment;
  const face = leadFace(fontName);
  const unit = leader === "" ? undefined : segment.shapeLeader(leader);
  const unitWidth = unit === undefined ? 0 : unit.width + spacing;
  // Multiples of the width, so that the leaders of lines are below each other.
  const start = unitWidth > 0 ? Math.ceil((from + LEAST_GAP) / unitWidth) * unitWidth : to;
  const count = unitWidth > 0 ? Math.floor((to - LEAST_GAP - start) / unitWidth) : 0;
  const filled = count > 0 ? segment.shapeLeader(leader.repeat(count)) : undefined;
  const advance = face.font.advanceOf(face.font.glyphOf(0x20));
  const space = (end: number) => {
    const after = end - from - spacing - advance * face.scale;
    return shapedRun(face, [{ parts: [], advance, after, text: "\u00a0" }]);
  };
  // The mark of its own keeps the space apart from the text before it.
  const own = { scale: 1, rise: 0 };
  if (filled === undefined) return [{ run: space(to), level, mark: own }];
  const mark = { isLeader: true as const, scale: 1, rise: 0 };
  const pieces = filled.pieces.map(({ run }) => ({ run, level, mark }));
  const glyphs = pieces.reduce((sum, { run }) => sum + run.glyphCount, 0);
  const filledWidth = pieces.reduce((sum, piece) => sum + pieceWidth(piece), glyphs * spacing);
  return [
    { run: space(start), level, mark: own },
    ...pieces,
    { run: distanceRun(face, to - start - filledWidth), level },
  ];
}
