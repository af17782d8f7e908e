import { type ChainName, leadFace } from "../fonts/font_chain.ts";
import type { FontFile } from "../fonts/opentype/font_file.ts";

/** How a part of a text differs from the rest, apart from its font. Absent members do not differ. */
export interface Mark {
  /** As `#rgb` or `#rrggbb`. */
  readonly colour?: string;
  readonly underline?: true;
  readonly strike?: true;
  readonly script?: "super" | "sub";
  /** The target of a link. */
  readonly link?: string;
  /** Its language if it is another than that of the text, as a BCP 47 tag. */
  readonly language?: string;
  /** The footnote that it refers to, by its number. */
  readonly note?: number;
  /** It fills the space in front of a tab stop, which is no text. */
  readonly isLeader?: true;
}

/** A mark with the size and the rise of its letters. */
export interface SizedMark extends Mark {
  /** Relative to the font size. */
  readonly scale: number;
  /** The distance above the baseline, in thousandths of the font size. */
  readonly rise: number;
}

/** Returns a mark with the size that its font has for it. */
export function sizedMark(mark: Mark, fontName: ChainName): SizedMark {
  if (mark.script === undefined) return { ...mark, scale: 1, rise: 0 };
  const { font } = leadFace(fontName);
  const { scale, offset } = scriptMetrics(font, mark.script);
  return { ...mark, scale, rise: mark.script === "super" ? offset : -offset };
}

/** The size and the offset for fonts without usable values of their own. */
const SCRIPT = { super: { scale: 0.62, offset: 340 }, sub: { scale: 0.62, offset: 150 } } as const;

/** The offsets of the vertical size and the vertical offset in the table `OS/2`. */
const SCRIPT_ENTRIES = { sub: [12, 16], super: [20, 24] } as const;

/** Values outside of these limits are mistakes of the font. */
const LIMITS = { scale: [0.5, 0.75], offset: [50, 500] } as const;

function scriptMetrics(
  { tables, unitsPerEm, capHeight }: FontFile,
  script: "super" | "sub",
): { readonly scale: number; readonly offset: number } {
  const os2 = tables.get("OS/2");
  if (os2 === undefined || os2.length < 30) return SCRIPT[script];
  const [sizeEntry, offsetEntry] = SCRIPT_ENTRIES[script];
  const scale = os2.readInt16BE(sizeEntry) / unitsPerEm;
  const offset = (os2.readInt16BE(offsetEntry) * 1000) / unitsPerEm;
  if (!isWithin(scale, LIMITS.scale) || !isWithin(offset, LIMITS.offset)) return SCRIPT[script];
  if (script === "sub") return { scale, offset };
  // Many fonts raise letters so far that they touch the line above.
  const capitals = (capHeight * 1000) / unitsPerEm;
  return { scale, offset: Math.min(offset, capitals * (1 - scale) + MAX_ASCENT) };
}

/** How far raised capitals may extend above others. */
const MAX_ASCENT = 100;

function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most;
}

/** A horizontal rule of a font: its middle above the baseline and its thickness, relative to the font size. */
export interface FontRule {
  readonly middle: number;
  readonly thickness: number;
}

const UNDERLINE: FontRule = { middle: -0.12, thickness: 0.06 };
const STRIKE: FontRule = { middle: 0.28, thickness: 0.06 };

/** The rules of a font for underlined text (`post`) and for struck text (`OS/2`). */
export function fontRules(fontName: ChainName): {
  readonly underline: FontRule;
  readonly strike: FontRule;
} {
  const { tables, unitsPerEm } = leadFace(fontName).font;
  const [post, os2] = [tables.get("post"), tables.get("OS/2")];
  return {
    // `post` has the top edge of the underline, `OS/2` that of the strikeout.
    underline: post === undefined ? UNDERLINE : ruleAt(post, 8, 10, unitsPerEm, UNDERLINE),
    strike: os2 === undefined ? STRIKE : ruleAt(os2, 28, 26, unitsPerEm, STRIKE),
  };
}

function ruleAt(
  table: Buffer,
  positionEntry: number,
  thicknessEntry: number,
  unitsPerEm: number,
  fallback: FontRule,
): FontRule {
  if (table.length < Math.max(positionEntry, thicknessEntry) + 2) return fallback;
  const thickness = table.readInt16BE(thicknessEntry) / unitsPerEm;
  const middle = table.readInt16BE(positionEntry) / unitsPerEm - thickness / 2;
  const isUsable = thickness >= 0.02 && thickness <= 0.15 && Math.abs(middle) <= 0.6;
  return isUsable ? { middle, thickness } : fallback;
}
