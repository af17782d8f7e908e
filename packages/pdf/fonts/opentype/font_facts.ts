import {
  type FontCoordinates,
  type FontFace,
  type FontFacts,
  type InstanceFacts,
  scriptsOf,
} from "@paraph/core/fonts";

import { outlineOf } from "../harfbuzz.ts";
import { subsetFont } from "../subset_font.ts";
import { type FontFile, readFont, UnreadableFont, withReadErrors } from "./font_file.ts";
import { NAME, readName } from "./name_table.ts";
import { readInstances } from "./variation_instances.ts";

/**
 * Reads what a font file says about itself. Throws an `UnreadableFont` unless documents can embed all of its
 * glyphs.
 */
export const fontFacts: (bytes: Uint8Array) => FontFacts = withReadErrors(read);

function read({ buffer, byteOffset, byteLength }: Uint8Array): FontFacts {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  checkKind(bytes);
  const font = readFont(bytes);
  const os2 = font.tables.get("OS/2");
  checkLicence(os2);
  checkOutlines(font);
  const base = { style: styleOf(font, os2), weight: weightOf(font, os2) };
  return {
    family: familyOf(font),
    ...base,
    scripts: scriptsOf((codePoint) => font.glyphOf(codePoint) !== 0),
    instances: instancesOf(font, base),
  };
}

/** Formats that are no single TrueType or OpenType font, by their first four bytes. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  wOFF: "The file is WOFF. Convert it to TrueType or OpenType",
  wOF2: "The file is WOFF2. Convert it to TrueType or OpenType",
  ttcf: "The file is a font collection. Extract one font of it",
  typ1: "The file is a PostScript Type 1 font. Convert it to OpenType",
};

function checkKind(bytes: Buffer): void {
  const message = OTHER_KINDS[bytes.toString("latin1", 0, 4)];
  if (message !== undefined) throw new UnreadableFont(message);
  if (bytes.length < 12) throw new UnreadableFont("The file is not a TrueType or OpenType font");
}

/** The bits of `fsType` in `OS/2`. */
const LICENCE = { permissions: 0x000e, restricted: 0x0002, noSubset: 0x0100, bitmapOnly: 0x0200 };

/** Documents have subsets of fonts. A font without the table has no restrictions. */
function checkLicence(os2: Buffer | undefined): void {
  const bits = os2?.readUInt16BE(8) ?? 0;
  // With several permissions the least restrictive one applies.
  if ((bits & LICENCE.permissions) === LICENCE.restricted)
    throw new UnreadableFont("The licence of the font forbids embedding (OS/2.fsType)");
  if ((bits & LICENCE.noSubset) !== 0)
    throw new UnreadableFont("The licence of the font forbids embedding a subset (OS/2.fsType)");
  if ((bits & LICENCE.bitmapOnly) !== 0)
    throw new UnreadableFont("The licence of the font allows only bitmaps (OS/2.fsType)");
}

/** The number of glyphs of which at least one must have an outline. */
const DRAWN_GLYPHS = 1_000;

/** Copies all outlines, or draws some of those that are drawn. */
function checkOutlines(font: FontFile): void {
  if (font.hasTrueTypeOutlines) {
    subsetFont(
      font,
      Array.from({ length: font.glyphCount }, (_, glyph) => glyph),
    );
  } else if (!font.tables.has("CFF ") && !font.tables.has("CFF2")) {
    throw new UnreadableFont("The font has no outlines, only bitmaps");
  }
  for (let glyph = 0; glyph < Math.min(font.glyphCount, DRAWN_GLYPHS); glyph++) {
    if (outlineOf({ font }, glyph).length > 0) return;
  }
  throw new UnreadableFont("The font has no outlines that can be drawn");
}

function familyOf(font: FontFile): string {
  const table = font.tables.get("name");
  const name =
    table === undefined
      ? undefined
      : (readName(table, NAME.typographicFamily) ?? readName(table, NAME.family));
  return name ?? font.postscriptName;
}

/** The bits of italic and oblique in `fsSelection`, and that of italic in `macStyle`. */
const [ITALIC, MAC_ITALIC, MAC_BOLD] = [0x0201, 0x0002, 0x0001];

function macStyle({ tables }: FontFile): number {
  return tables.get("head")?.readUInt16BE(44) ?? 0;
}

function styleOf(font: FontFile, os2: Buffer | undefined): FontFace["style"] {
  const isItalic = os2 === undefined ? macStyle(font) & MAC_ITALIC : os2.readUInt16BE(62) & ITALIC;
  return isItalic === 0 ? "normal" : "italic";
}

function weightOf(font: FontFile, os2: Buffer | undefined): number {
  const weight = os2?.readUInt16BE(4) ?? ((macStyle(font) & MAC_BOLD) === 0 ? 400 : 700);
  // Some fonts have the scale of earlier versions, from 1 to 9.
  return validWeight(weight < 10 ? weight * 100 : weight);
}

function validWeight(weight: number): number {
  return weight === 0 ? 400 : Math.max(1, Math.min(1000, Math.round(weight)));
}

function instancesOf(
  font: FontFile,
  base: Pick<FontFace, "style" | "weight">,
): ReadonlyArray<InstanceFacts> {
  const [fvar, names] = [font.tables.get("fvar"), font.tables.get("name")];
  if (fvar === undefined || names === undefined) return [];
  const instances = new Map<string, InstanceFacts>();
  for (const { nameId, coordinates, isDefault } of readInstances(fvar)) {
    const name = readName(names, nameId);
    // Names are parts of `fontName`.
    if (name === undefined || !/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u.test(name)) continue;
    if (instances.has(name)) continue;
    instances.set(name, {
      name,
      weight: validWeight(coordinates["wght"] ?? base.weight),
      style: isSlanted(name, coordinates) ? "italic" : base.style,
      coordinates: isDefault ? {} : coordinates,
    });
  }
  return [...instances.values()];
}

function isSlanted(name: string, { ital = 0, slnt = 0 }: FontCoordinates): boolean {
  return ital >= 0.5 || slnt !== 0 || /italic|oblique/i.test(name);
}
