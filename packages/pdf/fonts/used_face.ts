import type { Cluster } from "./cluster.ts";
import type { Face } from "./faces.ts";
import type { PlainShaper } from "./opentype/plain_shaper.ts";

/** A glyph of a subset: the number of a glyph of the font, or a cluster that is drawn as one glyph. */
export type SubsetGlyph = number | Cluster;

/** The last bytes of codes that no glyph has, because strings would escape them: `\r`, `(`, `)` and `\`. */
const ESCAPED: ReadonlySet<number> = new Set([0x0d, 0x28, 0x29, 0x5c]);

/** A blank in place of a glyph with such a code. */
const UNUSED: Cluster = { parts: [], advance: 0, after: 0, text: "" };

/** The highest code of a glyph. */
const LAST_CODE = 0xfffe;

/**
 * The part of a face that a document uses. Text refers to glyphs by their codes, which are numbered in the order of
 * first use: the tables of a small font are short. Each cluster becomes a composed glyph, so that it is on the baseline
 * and text extraction returns its original text.
 */
export class UsedFace {
  readonly face: Face;
  readonly key: string;
  /** The glyphs by code. The first is the one for missing characters, which every font has. */
  readonly glyphs: Array<SubsetGlyph> = [0];
  /** The code of each glyph of the font, 0 for those that no text uses. */
  readonly #codes: Uint16Array;
  readonly #clusters = new Map<string, string>();

  constructor(face: Face, key: string) {
    this.face = face;
    this.key = key;
    this.#codes = new Uint16Array(face.font.glyphCount);
  }

  /**
   * Encodes plain text as PDF strings and distances, without the parentheses at both ends.
   *
   * @param widen The width that justified text adds to spaces, in thousandths of the font size.
   */
  plain(text: string, shaper: PlainShaper, widen: number): string {
    const { face } = this;
    let content = "";
    let previous = -1;
    for (let index = 0; index < text.length; index++) {
      const codePoint = text.codePointAt(index) ?? 0;
      const glyph = face.plainGlyph(codePoint);
      if (codePoint === SPACE || codePoint === NO_BREAK_SPACE) {
        content += this.#glyph(glyph);
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
        content += this.#glyph(glyph);
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
    return glyph === -1 ? undefined : this.#glyph(glyph);
  }

  /** Encodes a cluster as the content of a PDF string. */
  cluster(cluster: Cluster): string {
    const { parts, advance, text } = cluster;
    const key = `${text}/${advance}/${parts.map(({ glyph, x, y }) => `${glyph},${x},${y}`).join(";")}`;
    const cachedCode = this.#clusters.get(key);
    if (cachedCode !== undefined) return cachedCode;
    const own = this.#ownGlyph(cluster);
    const code = own === undefined ? literal(this.#add(cluster)) : this.#glyph(own);
    this.#clusters.set(key, code);
    return code;
  }

  /** Encodes a glyph of the font as the content of a PDF string. */
  #glyph(glyph: number): string {
    return literal(this.#codes[glyph] || (this.#codes[glyph] = this.#add(glyph)));
  }

  /** Adds a glyph to the subset. Returns its code. */
  #add(glyph: SubsetGlyph): number {
    const { glyphs } = this;
    while (ESCAPED.has(glyphs.length & 0xff)) glyphs.push(UNUSED);
    if (glyphs.length > LAST_CODE) throw new Error("The document has too many different glyphs");
    return glyphs.push(glyph) - 1;
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
