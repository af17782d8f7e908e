import { signatureText } from "@paraph/core/builtin_provider";

import type { Face } from "../../fonts/faces.ts";
import { outlineOf } from "../../fonts/harfbuzz.ts";
import type { Line } from "../../text/line.ts";
import type { Run } from "../../text/run.ts";
import { oneLine, shapeAnyText } from "./shown_text.ts";

/** What the ink of a line covers, from where the line begins; thousandths of the font size. */
export interface InkBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A glyph where it stands on its line. */
interface StandingGlyph {
  readonly face: Face;
  readonly glyph: number;
  /** Where its run begins; thousandths of the font size. */
  readonly start: number;
  /** Where it stands in its run, in font units. */
  readonly x: number;
  readonly y: number;
}

/** Finds out what the ink of a line covers; nothing when it leaves none. */
export function inkBoxOf(line: Line): InkBox | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { face, glyph, start, x, y } of glyphsOf(line)) {
    const outline = face.font.outlineOf(glyph);
    if (outline.length < 10) continue;
    const at = (offset: number, shift: number) =>
      (outline.readInt16BE(offset) + shift) * face.scale;
    left = Math.min(left, start + at(2, x));
    bottom = Math.min(bottom, at(4, y));
    right = Math.max(right, start + at(6, x));
    top = Math.max(top, at(8, y));
  }
  return right > left && top > bottom ? { left, bottom, right, top } : undefined;
}

/** A line as the path of an SVG: thousandths of the font size from where it begins, y downwards. */
export function outlineOfLine(line: Line): string {
  let path = "";
  for (const { face, glyph, start, x, y } of glyphsOf(line)) {
    for (const { type, values } of outlineOf(face, glyph)) {
      const points = values.map((value, at) =>
        at % 2 === 0 ? start + (value + x) * face.scale : -(value + y) * face.scale,
      );
      path += type + points.map((coordinate) => coordinate.toFixed(1)).join(" ");
    }
  }
  return path;
}

/** The glyphs of a line in the order they stand, from the left. */
function* glyphsOf({ pieces, order }: Line): Generator<StandingGlyph> {
  let start = 0;
  for (const index of order) {
    const run = pieces[index]?.run;
    if (run === undefined) continue;
    for (const placed of glyphsOfRun(run)) yield { face: run.face, start, ...placed };
    start += run.width;
  }
}

function* glyphsOfRun(run: Run): Generator<Pick<StandingGlyph, "glyph" | "x" | "y">> {
  let start = 0;
  if (run.kind === "plain") {
    for (const char of run.text) {
      const glyph = run.face.plainGlyph(char.codePointAt(0) ?? 0);
      yield { glyph, x: start, y: 0 };
      start += run.face.font.advanceOf(glyph);
    }
    return;
  }
  for (const { parts, advance } of run.clusters) {
    for (const { glyph, x, y } of parts) yield { glyph, x: start + x, y };
    start += advance;
  }
}

/** How far the letters of a signature reach up and down together, at least, in parts of their size. */
const LEAST_REACH = 900;

/**
 * A typed signature: its line, and what of it fills the box that it is put into. The signing page
 * measures by the same rule. Thousandths of the font size from where the line begins, y upwards.
 */
export interface SignatureLine {
  readonly line: Line;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Sets a name as a signature; nothing when it leaves no ink. */
export function signatureLine(text: string): SignatureLine | undefined {
  const line = oneLine(shapeAnyText(signatureText(text), "Handwriting"));
  const ink = line === undefined ? undefined : inkBoxOf(line);
  if (line === undefined || ink === undefined) return undefined;
  const { left, bottom, right, top } = ink;
  const height = Math.max(top - bottom, LEAST_REACH);
  return { line, left, bottom, width: right - left, height };
}
