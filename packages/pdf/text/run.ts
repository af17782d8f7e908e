import type { Cluster } from "../fonts/cluster.ts";
import { type Face, isPlain, needsShaping } from "../fonts/faces.ts";
import { type FontFeatures, STANDARD_FEATURES } from "../fonts/font_features.ts";
import { IS_CONTEXTUAL, type PlainShaper, plainShaper } from "../fonts/opentype/plain_shaper.ts";
import type { SizedMark } from "./mark.ts";

interface RunMetrics {
  readonly face: Face;
  /** In thousandths of the font size. */
  readonly width: number;
  readonly glyphCount: number;
  /** The number of places that justified text can widen. */
  readonly gaps: number;
  /** Whether it has distances between its glyphs. */
  readonly isKerned: boolean;
}

/** Characters with one glyph each or with ligatures, which advance by their widths and their kerning. */
export interface PlainRun extends RunMetrics {
  readonly kind: "plain";
  readonly text: string;
  readonly features: FontFeatures;
  readonly shaper: PlainShaper;
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
  /** Undefined for text without marks. */
  readonly mark?: SizedMark | undefined;
}

/** The width of a piece, in thousandths of the font size. */
export function pieceWidth({ run, mark }: Piece): number {
  return mark === undefined ? run.width : run.width * mark.scale;
}

/** The characters of a run, in the visual order of its glyphs. */
export function visualText(run: Run): string {
  return run.kind === "plain" ? run.text : run.clusters.map(({ text }) => text).join("");
}

/**
 * Whether letters can be set apart: those of handwriting, and of scripts that join them, cannot. Chinese and
 * Japanese characters have gaps of their own.
 */
export function isSeparable(run: Run): boolean {
  if (run.kind === "plain") return true;
  if (needsShaping(run.face.kind)) return false;
  return run.clusters.every(
    ({ text, canStretch, canShrink }) =>
      canStretch !== true &&
      canShrink !== true &&
      Array.from(text).every((char) => isPlain(char.codePointAt(0) ?? 0)),
  );
}

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Whether justified text can widen a cluster: a space, except those of a certain width, or a wide character. */
export function isGap({ text, parts, canStretch }: Cluster): boolean {
  return canStretch === true || (parts.length > 0 && (text === " " || text === "\u00a0"));
}

/**
 * Measures a part of a text; returns undefined unless all of it is plain in the face. Spaces are not kerned,
 * so that the words of a line have the widths of separate words.
 */
export function plainRun(
  face: Face,
  text: string,
  start: number,
  end: number,
  features: FontFeatures = STANDARD_FEATURES,
): PlainRun | undefined {
  const shaper = plainShaper(face, features);
  if (shaper === undefined || !measurePlain(face, shaper, text, start, end)) return undefined;
  const { width, glyphCount, gaps, isKerned } = measured;
  return {
    kind: "plain",
    face,
    text: text.slice(start, end),
    features,
    shaper,
    width,
    glyphCount,
    gaps,
    isKerned,
  };
}

/** The result of `measurePlain`, which is called for every word: an object each would take longer. */
export const measured = { width: 0, glyphCount: 0, gaps: 0, isKerned: false };

/** Measures a part of a text; returns whether all of it is plain. */
export function measurePlain(
  face: Face,
  shaper: PlainShaper,
  text: string,
  start: number,
  end: number,
): boolean {
  let [width, glyphCount, gaps] = [0, 0, 0];
  let previous = -1;
  let isKerned = false;
  for (let index = start; index < end; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    let glyph = face.plainGlyph(codePoint);
    if (glyph === -1) return false;
    glyphCount += 1;
    if (codePoint === SPACE || codePoint === NO_BREAK_SPACE) {
      gaps += 1;
      width += face.width(glyph);
      previous = -1;
      continue;
    }
    const role = shaper.roles[glyph];
    if (role !== 0) {
      if (role === IS_CONTEXTUAL) return false;
      const ligature = shaper.ligatureAt(text, index, end, glyph);
      if (ligature !== undefined) {
        glyph = ligature.glyph;
        index = ligature.end - 1;
      }
    }
    if (codePoint > 0xffff) index += 1;
    width += face.width(glyph);
    if (previous !== -1) {
      const kern = shaper.kern(previous, glyph);
      width += kern;
      isKerned ||= kern !== 0;
    }
    previous = glyph;
  }
  measured.width = width;
  measured.glyphCount = glyphCount;
  measured.gaps = gaps;
  measured.isKerned = isKerned;
  return true;
}

export function shapedRun(face: Face, clusters: ReadonlyArray<Cluster>): ShapedRun {
  let [units, kerning, gaps] = [0, 0, 0];
  for (const cluster of clusters) {
    units += cluster.advance;
    kerning += cluster.after;
    if (isGap(cluster)) gaps += 1;
  }
  const width = units * face.scale + kerning;
  const isKerned = clusters.some(({ after }) => after !== 0);
  return { kind: "shaped", face, clusters, width, glyphCount: clusters.length, gaps, isKerned };
}
