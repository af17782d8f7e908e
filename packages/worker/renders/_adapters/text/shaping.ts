import type { Face } from "./faces.ts";

/** Glyphs of one face in the order they stand on the page; measures in thousandths of the font size. */
export interface Glyphs {
  readonly face: Face;
  readonly ids: ReadonlyArray<number>;
  /** The characters each glyph stands for, empty for the second glyph of one character. */
  readonly texts: ReadonlyArray<string>;
  readonly advances: ReadonlyArray<number>;
  /** The widths that readers are told, which kerning and marks make differ from the advances. */
  readonly widths: ReadonlyArray<number>;
  readonly xOffsets: ReadonlyArray<number>;
  readonly yOffsets: ReadonlyArray<number>;
  readonly width: number;
}

/** How many spaces justified text may widen. */
export function gapsIn({ texts }: Glyphs): number {
  return texts.reduce((count, text) => (text === " " ? count + 1 : count), 0);
}

const CACHE_LIMIT = 20_000;
const caches = new WeakMap<Face, Map<string, Glyphs>>();

/**
 * Shapes a piece of text that has one face and one direction.
 *
 * The outcome depends on the face and the text alone, so it is kept for the thread's life.
 *
 * @param mirror For right-to-left text: the bracket that is drawn for a bracket, if it has a mirror.
 */
export function shape(
  face: Face,
  text: string,
  rightToLeft: boolean,
  mirror: (char: string) => string,
): Glyphs {
  const cache = caches.get(face) ?? new Map<string, Glyphs>();
  caches.set(face, cache);
  const key = rightToLeft ? `<${text}` : `>${text}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const shaped = rightToLeft
    ? shapeDrawn(face, Array.from(text, mirror).join(""), "rtl", mirror)
    : shapeDrawn(face, text, "ltr", (char) => char);
  cache.set(key, shaped);
  return shaped;
}

/** One glyph where it stands. */
interface PlacedGlyph {
  readonly id: number;
  readonly text: string;
  readonly advance: number;
  readonly width: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

function shapeDrawn(
  face: Face,
  drawn: string,
  direction: "ltr" | "rtl",
  meant: (char: string) => string,
): Glyphs {
  const { font, scale } = face;
  // fontkit keeps each glyph with the characters that asked for it first; forgetting them keeps one
  // text from changing what another is read as.
  font._glyphs = {};
  const { glyphs, positions } = layOut(face, drawn, direction);
  const placed = glyphs.flatMap(
    ({ id, codePoints, advanceWidth }, at): ReadonlyArray<PlacedGlyph> => {
      const position = positions[at];
      const advance = (position?.xAdvance ?? 0) * scale;
      // What joins or parts letters becomes a space without width, which must not be read as one.
      const isJoiner = advance === 0 && codePoints[0] === 0x20;
      const texts = isJoiner
        ? []
        : codePoints.map((codePoint) => meant(String.fromCodePoint(codePoint)));
      const glyph = {
        id,
        text: texts.join(""),
        advance,
        width: advanceWidth * scale,
        xOffset: (position?.xOffset ?? 0) * scale,
        yOffset: (position?.yOffset ?? 0) * scale,
      };
      return direction === "rtl" && texts.length > 1 ? spread(face, glyph, texts) : [glyph];
    },
  );
  return {
    face,
    ids: placed.map(({ id }) => id),
    texts: placed.map(({ text }) => text),
    advances: placed.map(({ advance }) => advance),
    widths: placed.map(({ width }) => width),
    xOffsets: placed.map(({ xOffset }) => xOffset),
    yOffsets: placed.map(({ yOffset }) => yOffset),
    width: placed.reduce((sum, { advance }) => sum + advance, 0),
  };
}

/**
 * Shares a right-to-left ligature between its characters: the glyph is read as the last one, and blanks
 * over the rest of it as the others. Readers turn the order of glyphs around, not that inside a glyph.
 */
function spread(
  face: Face,
  ligature: PlacedGlyph,
  texts: ReadonlyArray<string>,
): ReadonlyArray<PlacedGlyph> {
  const share = ligature.advance / texts.length;
  const blank = face.font.glyphForCodePoint(0x20).id;
  return texts.toReversed().map((text, at) => ({
    ...(at === 0 ? ligature : { id: blank, xOffset: 0, yOffset: 0 }),
    text,
    advance: share,
    width: share,
  }));
}

function layOut(
  { font }: Face,
  text: string,
  direction: "ltr" | "rtl",
): ReturnType<typeof font.layout> {
  try {
    return font.layout(text, undefined, undefined, undefined, direction);
  } catch {
    // Some fonts' mark positioning trips fontkit over unusual stacks of marks; unplaced marks are readable.
    const glyphs = Array.from(text, (char) => font.glyphForCodePoint(char.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      xOffset: 0,
      yOffset: 0,
    }));
    return direction === "rtl"
      ? { glyphs: glyphs.toReversed(), positions: positions.toReversed() }
      : { glyphs, positions };
  }
}
