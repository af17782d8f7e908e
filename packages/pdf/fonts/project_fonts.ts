import { type Face, makeFace } from "./faces.ts";
import { chainsWithFallbacks, openFamilies } from "./font_chain.ts";
import { advanceOf } from "./harfbuzz.ts";
import { type FontFile, readFont, UnreadableFont } from "./opentype/font_file.ts";
import type { FontFiles, TemplateFont } from "./template_font.ts";

/** Limits of the fonts that stay open for the next documents. HarfBuzz has a copy of each file in use. */
const MAX_OPEN = { count: 256, bytes: 64 * 1024 * 1024 } as const;

/** The faces of open fonts that a text has used, by file and instance. */
const faces = new Map<string, Face>();

let openBytes = 0;

/**
 * Opens the fonts of a template on this thread, so that text can use their keys. Fonts that are open already
 * stay open, unless all of them would be too large. Faces are read when a text needs them; an invalid one
 * throws an `UnreadableFont` then.
 */
export function openFonts(fonts: ReadonlyArray<TemplateFont>, files: FontFiles): void {
  const sizeOf = ({ file }: TemplateFont) => files.get(file)?.length ?? 0;
  const newFonts = fonts.filter(({ key }) => !openFamilies.has(key));
  if (newFonts.length === 0) return;
  const newBytes = newFonts.reduce((sum, font) => sum + sizeOf(font), 0);
  if (
    openFamilies.size + newFonts.length > MAX_OPEN.count ||
    openBytes + newBytes > MAX_OPEN.bytes
  ) {
    openFamilies.clear();
    faces.clear();
    openBytes = 0;
  }
  for (const font of fonts) {
    const { key, bold, italic, boldItalic } = font;
    if (openFamilies.has(key)) continue;
    const chains = chainsWithFallbacks(() => openFace(font, files), font);
    openFamilies.set(key, { chains, bold, italic, boldItalic });
    openBytes += sizeOf(font);
  }
}

function openFace({ file, coordinates }: TemplateFont, files: FontFiles): Face {
  const key = `${file} ${JSON.stringify(coordinates)}`;
  const cachedFace = faces.get(key);
  if (cachedFace !== undefined) return cachedFace;
  const bytes = files.get(file);
  if (bytes === undefined) throw new UnreadableFont("The file of the font is missing");
  const face = makeFace(readInstance(bytes, coordinates));
  faces.set(key, face);
  return face;
}

/** Reads a font file, and selects an instance of a variable font. */
function readInstance(
  { buffer, byteOffset, byteLength }: Uint8Array,
  coordinates: TemplateFont["coordinates"],
): FontFile {
  const font = readFont(Buffer.from(buffer, byteOffset, byteLength));
  if (Object.keys(coordinates).length === 0) return font;
  const instance: FontFile = {
    ...font,
    postscriptName: instanceName(font.postscriptName, coordinates),
    coordinates,
    hasTrueTypeOutlines: false,
    advanceOf: (glyph) => advanceOf(instance, glyph),
  };
  return instance;
}

/** The PostScript name of an instance, such as `Brand_700wght`: the family, and each coordinate with its axis. */
function instanceName(name: string, coordinates: TemplateFont["coordinates"]): string {
  const [family = name] = name.split("-");
  const axes = Object.entries(coordinates).map(([tag, value]) => `_${value}${tag}`);
  return `${family}${axes.join("")}`.replaceAll(/[^\w.-]/g, "");
}
