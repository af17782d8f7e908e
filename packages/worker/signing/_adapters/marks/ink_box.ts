import type { Face } from "../../../renders/_adapters/text/faces.ts";
import type { Line } from "../../../renders/_adapters/text/line.ts";
import type { Run } from "../../../renders/_adapters/text/run.ts";

/** What the ink of a line covers, from where the line begins; thousandths of the font size. */
export interface InkBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A glyph where it stands in its run, in font units. */
interface StandingGlyph {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

/** Finds out what the ink of a line covers; nothing when it leaves none. */
export function inkBoxOf({ pieces, order }: Line): InkBox | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  let start = 0;
  for (const index of order) {
    const run = pieces[index]?.run;
    if (run === undefined) continue;
    const { face } = run;
    for (const { glyph, x, y } of glyphsOf(run)) {
      const outline = face.font.outlineOf(glyph);
      if (outline.length < 10) continue;
      const at = (offset: number, shift: number) =>
        (outline.readInt16BE(offset) + shift) * face.scale;
      left = Math.min(left, start + at(2, x));
      bottom = Math.min(bottom, at(4, y));
      right = Math.max(right, start + at(6, x));
      top = Math.max(top, at(8, y));
    }
    start += run.width;
  }
  return right > left && top > bottom ? { left, bottom, right, top } : undefined;
}

function* glyphsOf(run: Run): Generator<StandingGlyph> {
  let start = 0;
  if (run.kind === "plain") {
    for (const char of run.text) {
      const glyph = run.face.plainGlyph(char.codePointAt(0) ?? 0);
      yield { glyph, x: start, y: 0 };
      start += unitsOf(run.face, glyph);
    }
    return;
  }
  for (const { parts, advance } of run.clusters) {
    for (const { glyph, x, y } of parts) yield { glyph, x: start + x, y };
    start += advance;
  }
}

function unitsOf({ font }: Face, glyph: number): number {
  return font.advanceOf(glyph);
}
