import type { Cluster } from "../text/run.ts";
import type { Face } from "./faces.ts";

/** A glyph that a document makes of others. */
export interface MadeGlyph extends Cluster {
  /** Its number, above those of the font's own glyphs. */
  readonly glyph: number;
}

/** The highest number a glyph can have. */
const LAST_GLYPH = 0xfffe;

/**
 * The part of one face that a document uses. Text names glyphs by their numbers.
 *
 * Clusters become glyphs of their own: so everything stands on one line and is read as what was written,
 * whatever its parts are.
 */
export class UsedFace {
  readonly face: Face;
  readonly key: string;
  /** Tells of each glyph whether text names it. */
  readonly named: Uint8Array;
  readonly made: Array<MadeGlyph> = [];
  readonly #codes = new Map<string, string>();

  constructor(face: Face, key: string) {
    this.face = face;
    this.key = key;
    this.named = new Uint8Array(face.font.glyphCount);
  }

  /** Plain text as the inside of a string. */
  plain(text: string): string {
    const { face, named } = this;
    let content = "";
    for (let at = 0; at < text.length; at++) {
      const codePoint = text.codePointAt(at) ?? 0;
      const glyph = face.plainGlyph(codePoint);
      named[glyph] = 1;
      content += literal(glyph);
      if (codePoint > 0xffff) at += 1;
    }
    return content;
  }

  /** A cluster as the inside of a string. */
  cluster(cluster: Cluster): string {
    const { parts, advance, text } = cluster;
    const key = `${text}/${advance}/${parts.map(({ glyph, x, y }) => `${glyph},${x},${y}`).join(";")}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const own = this.#ownGlyph(cluster);
    if (own !== undefined) this.named[own] = 1;
    const code = literal(own ?? this.#make(cluster));
    this.#codes.set(key, code);
    return code;
  }

  /** The font's own glyph that looks and reads like a cluster. */
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

  #make(cluster: Cluster): number {
    const glyph = this.face.font.glyphCount + this.made.length;
    if (glyph > LAST_GLYPH) throw new Error("The document has too many kinds of letters");
    this.made.push({ ...cluster, glyph });
    return glyph;
  }
}

const literals: Array<string> = [];

/** A number of two bytes as characters of a string, escaped where they would end or change it. */
function literal(code: number): string {
  return (literals[code] ??= escaped(code >> 8) + escaped(code & 0xff));
}

function escaped(byte: number): string {
  const char = String.fromCharCode(byte);
  if (char === "\r") return "\\r";
  return char === "(" || char === ")" || char === "\\" ? `\\${char}` : char;
}
