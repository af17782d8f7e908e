import type { SignatureFace } from "@paraph/core/builtin_provider";
import { BUNDLED_FONTS, type BundledFontName, emphasizedFace } from "@paraph/core/fonts";

import { bundledFace } from "./bundled/bundled_faces.ts";
import type { CjkForm } from "./bundled/cjk.ts";
import { type ChainMember, fallbacks } from "./bundled/fallbacks.ts";
import type { FontFileName } from "./bundled/font_files.ts";
import { type Face, MissingGlyph } from "./faces.ts";
import type { FontKey } from "./template_font.ts";

/** The font of typed signatures in each face. */
export const SIGNATURE_CHAINS = {
  caveat: "Handwriting",
  "dancing-script": "DancingScript",
  "marck-script": "MarckScript",
  sacramento: "Sacramento",
} as const satisfies Record<SignatureFace, FontFileName>;

type SignatureChain = (typeof SIGNATURE_CHAINS)[SignatureFace];

/** A bundled font of layouts, or a font of typed signatures. */
type BundledChain = BundledFontName | SignatureChain;

/** A font of layouts, or a font of typed signatures. */
export type ChainName = BundledChain | FontKey;

/** The files of bundled fonts, and those for characters that they do not have. */
const FILES: Record<BundledChain, ReadonlyArray<FontFileName>> = {
  Roboto: ["Roboto-Regular"],
  "Roboto-Light": ["Roboto-Light"],
  "Roboto-Medium": ["Roboto-Medium"],
  "Roboto-Bold": ["Roboto-Bold"],
  "Roboto-Italic": ["Roboto-Italic"],
  "Roboto-BoldItalic": ["Roboto-BoldItalic"],
  SourceSerif: ["SourceSerif", "Roboto-Regular"],
  "SourceSerif-Bold": ["SourceSerif-Bold", "Roboto-Bold"],
  "SourceSerif-Italic": ["SourceSerif-Italic", "Roboto-Italic"],
  "SourceSerif-BoldItalic": ["SourceSerif-BoldItalic", "Roboto-BoldItalic"],
  SourceSans: ["SourceSans", "Roboto-Regular"],
  "SourceSans-Bold": ["SourceSans-Bold", "Roboto-Bold"],
  "SourceSans-Italic": ["SourceSans-Italic", "Roboto-Italic"],
  "SourceSans-BoldItalic": ["SourceSans-BoldItalic", "Roboto-BoldItalic"],
  SourceCode: ["SourceCode", "Roboto-Regular"],
  "SourceCode-Bold": ["SourceCode-Bold", "Roboto-Bold"],
  "SourceCode-Italic": ["SourceCode-Italic", "Roboto-Italic"],
  "SourceCode-BoldItalic": ["SourceCode-BoldItalic", "Roboto-BoldItalic"],
  Caveat: ["Caveat", "Roboto-Regular"],
  "Caveat-Bold": ["Caveat-Bold", "Roboto-Bold"],
  Handwriting: ["Handwriting", "Roboto-Regular"],
  DancingScript: ["DancingScript", "Handwriting", "Roboto-Regular"],
  MarckScript: ["MarckScript", "Handwriting", "Roboto-Regular"],
  Sacramento: ["Sacramento", "Handwriting", "Roboto-Regular"],
};

/** The weight from which the fallbacks of a font are bold. */
const BOLD = 500;

/** A font with its fallbacks, which are read when a text needs them. */
export class FontChain {
  readonly #members: ReadonlyArray<ChainMember>;
  readonly #faces = new Map<number, Face | undefined>();
  readonly #isBold: boolean;
  readonly #form: CjkForm | undefined;

  constructor(leads: ReadonlyArray<() => Face>, isBold: boolean, form: CjkForm | undefined) {
    const own = leads.map((face) => ({ face, covers: undefined }));
    this.#members = [...own, ...fallbacks(isBold, form)];
    this.#isBold = isBold;
    this.#form = form;
  }

  /** The face that determines the line height. */
  get lead(): Face {
    const [lead] = this.#members;
    if (lead === undefined) throw new Error("A font chain has a face");
    return lead.face();
  }

  /** The face of emoji. */
  get emoji(): Face {
    return bundledFace(this.#isBold ? "Emoji-Bold" : "Emoji");
  }

  /** The face of wide punctuation; undefined in text without Chinese and Japanese characters. */
  get wide(): Face | undefined {
    const form = this.#form;
    if (form === undefined || form === "KR") return undefined;
    return bundledFace(this.#isBold ? `${form}-Bold` : form);
  }

  /** The first face that has a character, undefined when none has. */
  find(codePoint: number): Face | undefined {
    const cachedFace = this.#faces.get(codePoint);
    if (cachedFace !== undefined || this.#faces.has(codePoint)) return cachedFace;
    const face = this.findAll([codePoint]);
    this.#faces.set(codePoint, face);
    return face;
  }

  /** The first face that has a character. */
  faceFor(codePoint: number): Face {
    const face = this.find(codePoint);
    if (face === undefined) throw new MissingGlyph(String.fromCodePoint(codePoint));
    return face;
  }

  /** The first face that has a letter and all of its marks, undefined when none has. */
  findAll(codePoints: ReadonlyArray<number>): Face | undefined {
    const letter = String.fromCodePoint(codePoints[0] ?? 0);
    for (const { face: open, covers } of this.#members) {
      if (covers?.test(letter) === false) continue;
      const face = open();
      if (codePoints.every((codePoint) => face.font.glyphOf(codePoint) !== 0)) return face;
    }
    return undefined;
  }
}

/** The chains of a font, by the form of the Han characters in a text. */
export type Chains = (form: CjkForm | undefined) => FontChain;

function chainsOf(faces: ReadonlyArray<() => Face>, isBold: boolean): Chains {
  const chains = new Map<CjkForm | undefined, FontChain>();
  return (form) => {
    const chain = chains.get(form) ?? new FontChain(faces, isBold, form);
    chains.set(form, chain);
    return chain;
  };
}

const bundledChains = new Map<BundledChain, Chains>();

function bundled(name: BundledChain): Chains {
  const cachedChains = bundledChains.get(name);
  if (cachedChains !== undefined) return cachedChains;
  const weight = BUNDLED_FONTS.find((font) => font.name === name)?.weight ?? 400;
  const chains = chainsOf(facesOf(name), weight >= BOLD);
  bundledChains.set(name, chains);
  return chains;
}

function facesOf(name: BundledChain): ReadonlyArray<() => Face> {
  return FILES[name].map((file) => () => bundledFace(file));
}

/** The chains of a project's face, with the fallbacks of Roboto in a similar style. */
export function chainsWithFallbacks(
  face: () => Face,
  { isBold, isItalic }: { readonly isBold: boolean; readonly isItalic: boolean },
): Chains {
  const roboto = facesOf(emphasizedBundled("Roboto", isBold, isItalic));
  return chainsOf([face, ...roboto], isBold);
}

/** The fonts of projects, which a document opens before it is rendered. */
export const openFamilies = new Map<FontKey, OpenFamily>();

/** A font of a project on this thread. */
export interface OpenFamily {
  readonly chains: Chains;
  readonly bold: FontKey;
  readonly italic: FontKey;
  readonly boldItalic: FontKey;
}

function openFamily(key: FontKey): OpenFamily {
  const open = openFamilies.get(key);
  if (open === undefined) throw new Error("The font of a text was not loaded");
  return open;
}

function isBundled(name: ChainName): name is BundledChain {
  return Object.hasOwn(FILES, name);
}

/** Returns a font with its fallbacks, for text with a form of Han characters. */
export function fontChain(name: ChainName, form?: CjkForm): FontChain {
  return (isBundled(name) ? bundled(name) : openFamily(name).chains)(form);
}

/** Returns the face that determines the line height of a named font. */
export function leadFace(name: ChainName): Face {
  return fontChain(name).lead;
}

/** Returns the font of the same family that emphasizes text. */
export function emphasizedFont(
  name: ChainName,
  { bold, italic }: { readonly bold: boolean; readonly italic: boolean },
): ChainName {
  if (!bold && !italic) return name;
  if (isBundled(name)) return emphasizedBundled(name, bold, italic);
  const open = openFamily(name);
  return bold && italic ? open.boldItalic : bold ? open.bold : open.italic;
}

const emphasizedNames = new Map<string, BundledChain>();

/** Fonts of signatures have one style. */
function emphasizedBundled(name: BundledChain, bold: boolean, italic: boolean): BundledChain {
  const key = `${name} ${bold} ${italic}`;
  const cachedName = emphasizedNames.get(key);
  if (cachedName !== undefined) return cachedName;
  const face = BUNDLED_FONTS.find((candidate) => candidate.name === name);
  const emphasized =
    face === undefined ? name : emphasizedFace(face, { bold, italic }, BUNDLED_FONTS).name;
  emphasizedNames.set(key, emphasized);
  return emphasized;
}
