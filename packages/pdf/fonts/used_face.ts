import type { Cluster } from "./cluster.ts";
import type { Face } from "./faces.ts";
import type { PlainShaper } from "./opentype/plain_shaper.ts";

/** A glyph that is composed of others for a document. */
export interface ComposedGlyph extends Cluster {
  /** Its number, above those of the font's glyphs. */
  readonly glyph: number;
}

/** The highest glyph number. */
const LAST_GLYPH = 0xfffe;

/**
 * The part of a face that a document uses. Text refers to glyphs by number. Each cluster becomes a composed
 * glyph, so that it is on the baseline and text extraction returns its original text.
 */
export class UsedFace {
  readonly face: Face;
  readonly key: string;
  /** A flag for each glyph: 1 when text uses it. */
  readonly usedGlyphs: Uint8Array;
  readonly composedGlyphs: Array<ComposedGlyph> = [];
  readonly #codes = new Map<string, string>();

  constructor(face: Face, key: string) {
    this.face = face;
    this.key = key;
    this.usedGlyphs = new Uint8Array(face.font.glyphCount);
  }

  /**
   * Encodes plain text as PDF strings and distances, without the parentheses at both ends.
   *
   * @param widen The width that justified text adds to spaces, in thousandths of the font size.
   */
  plain(text: string, shaper: PlainShaper, widen: number): string {
    const { face, usedGlyphs } = this;
    let content = "";
    let previous = -1;
    for (let index = 0; index < text.length; index++) {
      const codePoint = text.codePointAt(index) ?? 0;
      const glyph = face.plainGlyph(codePoint);
      if (codePoint === SPACE || codePoint === NO_BREAK_SPACE) {
        usedGlyphs[glyph] = 1;
        content += literal(glyph);
        if (widen !== 0) content += distance(widen);
        previous = -1;
        continue;
      }
      const ligature =
        shaper.roles[glyph] === 0 ? undefined : shaper.ligatureAt(text, index, text.length, glyph);
      const shown = ligature?.glyph ?? glyph;
      const kern = previous === -1 ? 0 : shaper.kern(previous, shown);
      if (kern !== 0) content += distance(kern);
      previous = shown;
      if (ligature === undefined) {
        usedGlyphs[glyph] = 1;
        content += literal(glyph);
        if (codePoint > 0xffff) index += 1;
      } else {
        content += this.cluster(ligature.cluster);
        index = ligature.end - 1;
      }
    }
    return content;
  }

  /** Encodes a space as the content of a PDF string; undefined if the face has none. */
  space(): string | undefined {
    const glyph = this.face.plainGlyph(SPACE);
    if (glyph === -1) return undefined;
    this.usedGlyphs[glyph] = 1;
    return literal(glyph);
  }

  /** Encodes a cluster as the content of a PDF string. */
  cluster(cluster: Cluster): string {
    const { parts, advance, text } = cluster;
    const key = `${text}/${advance}/${parts.map(({ glyph, x, y }) => `${glyph},${x},${y}`).join(";")}`;
    const cachedCode = this.#codes.get(key);
    if (cachedCode !== undefined) return cachedCode;
    const own = this.#ownGlyph(cluster);
    if (own !== undefined) this.usedGlyphs[own] = 1;
    const code = literal(own ?? this.#compose(cluster));
    this.#codes.set(key, code);
    return code;
  }

  /** The glyph of the font that equals a cluster in form and text. */
  #ownGlyph({ parts, advance, text }: Cluster): number | undefined {
    const { font } = this.face;
    const [part] = parts;
    if (part === undefined || parts.length > 1 || part.x !== 0 || part.y !== 0) return undefined;
    const codePoint = font.codePointOf(part.glyph);
    const isSame =
      codePoint !== undefined &&
      text === String.fromCodePoint(codePoint) &&
      advance === font.advanceOf(part.glyph);
    return isSame ? part.glyph : undefined;
  }

  #compose(cluster: Cluster): number {
    const glyph = this.face.font.glyphCount + this.composedGlyphs.length;
    if (glyph > LAST_GLYPH) throw new Error("The document has too many different glyphs");
    this.composedGlyphs.push({ ...cluster, glyph });
    return glyph;
  }
}

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Content between two strings that moves the second one to the right, by thousandths of the font size. */
export function distance(thousandths: number): string {
  return `)${-thousandths}(`;
}

const literals: Array<string> = [];

/** Encodes a two-byte code as characters of a PDF string, with escapes. */
function literal(code: number): string {
  return (literals[code] ??= escapeByte(code >> 8) + escapeByte(code & 0xff));
}

function escapeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  if (char === "\r") return "\\r";
  return char === "(" || char === ")" || char === "\\" ? `\\${char}` : char;
}
