import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { FontName } from "@paraph/core/layouts";
import * as fontkit from "fontkit";

/** One font file, parsed once per thread. */
export interface Face {
  readonly name: string;
  readonly font: fontkit.Font;
  /** Thousandths of the font size in one font unit. */
  readonly scale: number;
}

const FILES = {
  "Roboto-Light": "@expo-google-fonts/roboto/300Light/Roboto_300Light.ttf",
  "Roboto-Regular": "@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf",
  "Roboto-Medium": "@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf",
  "Roboto-Bold": "@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf",
  "Roboto-Italic": "@expo-google-fonts/roboto/400Regular_Italic/Roboto_400Regular_Italic.ttf",
  "Roboto-BoldItalic": "@expo-google-fonts/roboto/700Bold_Italic/Roboto_700Bold_Italic.ttf",
  Hebrew: "@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf",
  "Hebrew-Bold": "@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf",
  Arabic: "@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf",
  "Arabic-Bold": "@expo-google-fonts/vazirmatn/700Bold/Vazirmatn_700Bold.ttf",
  Han: "@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf",
  Hangul: "@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf",
  Symbols: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "Symbols-Bold": "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
} as const;
type FileName = keyof typeof FILES;

/** After the named face: Hebrew and Arabic, then CJK, then a face with nearly every symbol. */
const REGULAR: ReadonlyArray<FileName> = ["Hebrew", "Arabic", "Han", "Hangul", "Symbols"];
const BOLD: ReadonlyArray<FileName> = [
  "Hebrew-Bold",
  "Arabic-Bold",
  "Han",
  "Hangul",
  "Symbols-Bold",
  "Symbols",
];

const CHAINS: Record<FontName, ReadonlyArray<FileName>> = {
  Roboto: ["Roboto-Regular", ...REGULAR],
  "Roboto-Light": ["Roboto-Light", ...REGULAR],
  "Roboto-Medium": ["Roboto-Medium", ...BOLD],
  "Roboto-Bold": ["Roboto-Bold", ...BOLD],
  "Roboto-Italic": ["Roboto-Italic", ...REGULAR],
  "Roboto-BoldItalic": ["Roboto-BoldItalic", ...BOLD],
};

const require = createRequire(import.meta.url);
const loaded = new Map<FileName, Face>();

function loadFace(name: FileName): Face {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const font = fontkit.create(readFileSync(require.resolve(FILES[name])));
  const face = { name: font.postscriptName, font, scale: 1000 / font.unitsPerEm };
  loaded.set(name, face);
  return face;
}

/** A character no face has. */
export class MissingGlyph extends Error {
  readonly character: string;
  constructor(character: string) {
    super(`No font has the character "${character}" (U+${hex(character)})`);
    this.character = character;
  }
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

/** The face that sets the line height of a named font. */
export function leadFace(name: FontName): Face {
  return loadFace(CHAINS[name][0] ?? "Roboto-Regular");
}

const choices = new Map<string, Face>();

/** The first face of a named font's chain that has a character. */
export function faceFor(name: FontName, codePoint: number): Face {
  const key = `${name}/${codePoint}`;
  const known = choices.get(key);
  if (known !== undefined) return known;
  for (const file of CHAINS[name]) {
    const face = loadFace(file);
    if (!face.font.hasGlyphForCodePoint(codePoint)) continue;
    choices.set(key, face);
    return face;
  }
  throw new MissingGlyph(String.fromCodePoint(codePoint));
}
