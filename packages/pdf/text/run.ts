import type { Face } from "../fonts/faces.ts";

/**
 * Glyphs that are drawn and extracted as one: a letter with its marks, a syllable, a ligature. Lengths are in
 * font units.
 */
export interface Cluster {
  readonly parts: ReadonlyArray<Part>;
  readonly advance: number;
  /** The characters that it represents. */
  readonly text: string;
}

/** A glyph with its offset from the start of its cluster. */
export interface Part {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

interface RunMetrics {
  readonly face: Face;
  /** In thousandths of the font size. */
  readonly width: number;
  readonly glyphCount: number;
  /** The number of spaces that justified text can widen. */
  readonly gaps: number;
}

/** Characters with one glyph each, which advance by their widths. */
export interface PlainRun extends RunMetrics {
  readonly kind: "plain";
  readonly text: string;
}

/** Clusters in visual order. */
export interface ShapedRun extends RunMetrics {
  readonly kind: "shaped";
  readonly clusters: ReadonlyArray<Cluster>;
}

/** Text of one face and one direction, measured. */
export type Run = PlainRun | ShapedRun;

/** A run with its embedding level; odd levels are right to left. */
export interface Piece {
  readonly run: Run;
  readonly level: number;
}

/** The characters of a run, in the visual order of its glyphs. */
export function visualText(run: Run): string {
  return run.kind === "plain" ? run.text : run.clusters.map(({ text }) => text).join("");
}

const SPACE = 0x20;

/** Measures a part of a text; returns undefined unless all of it is plain in the face. */
export function plainRun(
  face: Face,
  text: string,
  start: number,
  end: number,
): PlainRun | undefined {
  let [width, glyphCount, gaps] = [0, 0, 0];
  for (let index = start; index < end; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    const glyph = face.plainGlyph(codePoint);
    if (glyph === -1) return undefined;
    width += face.width(glyph);
    glyphCount += 1;
    if (codePoint === SPACE) gaps += 1;
    else if (codePoint > 0xffff) index += 1;
  }
  return { kind: "plain", face, text: text.slice(start, end), width, glyphCount, gaps };
}

export function shapedRun(face: Face, clusters: ReadonlyArray<Cluster>): ShapedRun {
  let [units, gaps] = [0, 0];
  for (const { advance, text } of clusters) {
    units += advance;
    if (text === " ") gaps += 1;
  }
  const width = units * face.scale;
  return { kind: "shaped", face, clusters, width, glyphCount: clusters.length, gaps };
}
