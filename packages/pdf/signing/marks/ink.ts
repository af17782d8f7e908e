import { signatureText, type TypedSignature } from "@paraph/core/builtin_provider";

import type { Face } from "../../fonts/faces.ts";
import { SIGNATURE_CHAINS } from "../../fonts/font_chain.ts";
import { outlineOf } from "../../fonts/harfbuzz.ts";
import type { Line } from "../../text/line.ts";
import type { PlainRun, Run, ShapedRun } from "../../text/run.ts";
import { oneLine, shapeAnyText } from "./printable_text.ts";

/** The bounding box of a line's ink, relative to the line start, in thousandths of the font size. */
export interface InkBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A glyph with its position on the line. */
interface PositionedGlyph {
  readonly face: Face;
  readonly glyph: number;
  /** The start of its run, in thousandths of the font size. */
  readonly start: number;
  /** The position in its run, in font units. */
  readonly x: number;
  readonly y: number;
}

/** Returns the bounding box of a line's ink, undefined when it has none. */
export function inkBoxOf(line: Line): InkBox | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { face, glyph, start, x, y } of glyphsOf(line)) {
    const outline = face.font.outlineOf(glyph);
    if (outline.length < 10) continue;
    const coordinate = (offset: number, shift: number) =>
      (outline.readInt16BE(offset) + shift) * face.scale;
    left = Math.min(left, start + coordinate(2, x));
    bottom = Math.min(bottom, coordinate(4, y));
    right = Math.max(right, start + coordinate(6, x));
    top = Math.max(top, coordinate(8, y));
  }
  return right > left && top > bottom ? { left, bottom, right, top } : undefined;
}

/** Returns a line as SVG path data, in thousandths of the font size from the line start, with y downwards. */
export function outlineOfLine(line: Line): string {
  let path = "";
  for (const { face, glyph, start, x, y } of glyphsOf(line)) {
    for (const { type, values } of outlineOf(face, glyph)) {
      const points = values.map((value, index) =>
        index % 2 === 0 ? start + (value + x) * face.scale : -(value + y) * face.scale,
      );
      path += type + points.map((coordinate) => coordinate.toFixed(1)).join(" ");
    }
  }
  return path;
}

/** The glyphs of a line from left to right. */
function* glyphsOf({ pieces, order }: Line): Generator<PositionedGlyph> {
  let start = 0;
  for (const index of order) {
    const run = pieces[index]?.run;
    if (run === undefined) continue;
    for (const positionedGlyph of glyphsOfRun(run))
      yield { face: run.face, start, ...positionedGlyph };
    start += run.width;
  }
}

function glyphsOfRun(run: Run): Generator<Pick<PositionedGlyph, "glyph" | "x" | "y">> {
  return run.kind === "plain" ? plainGlyphs(run) : shapedGlyphs(run);
}

function* plainGlyphs({ face, text, shaper }: PlainRun) {
  let [x, index] = [0, 0];
  let previous: number | undefined;
  while (index < text.length) {
    const codePoint = text.codePointAt(index) ?? 0;
    const first = face.plainGlyph(codePoint);
    const ligature = shaper.ligatureAt(text, index, text.length, first);
    const glyph = ligature?.glyph ?? first;
    // Spaces are not kerned.
    const isSpace = codePoint === 0x20 || codePoint === 0xa0;
    if (previous !== undefined && !isSpace) x += shaper.kern(previous, glyph) / face.scale;
    yield { glyph, x, y: 0 };
    x += face.font.advanceOf(glyph);
    previous = isSpace ? undefined : glyph;
    index = ligature?.end ?? index + (codePoint > 0xffff ? 2 : 1);
  }
}

function* shapedGlyphs({ face, clusters }: ShapedRun) {
  let start = 0;
  for (const { parts, advance, after } of clusters) {
    for (const { glyph, x, y } of parts) yield { glyph, x: start + x, y };
    start += advance + after / face.scale;
  }
}

/** The minimum height of a signature's letters, in thousandths of the font size. */
const MIN_HEIGHT = 900;

/**
 * A typed signature: its line, and the bounds that fill its box, in thousandths of the font size from the
 * line start with y upwards. The signing page measures by the same rule.
 */
export interface SignatureLine {
  readonly line: Line;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Sets a name as a signature; undefined when it has no ink. */
export function signatureLine({
  text,
  face = "caveat",
}: TypedSignature): SignatureLine | undefined {
  const line = oneLine(shapeAnyText(signatureText(text), SIGNATURE_CHAINS[face]));
  const ink = line === undefined ? undefined : inkBoxOf(line);
  if (line === undefined || ink === undefined) return undefined;
  const { left, bottom, right, top } = ink;
  const height = Math.max(top - bottom, MIN_HEIGHT);
  return { line, left, bottom, width: right - left, height };
}
