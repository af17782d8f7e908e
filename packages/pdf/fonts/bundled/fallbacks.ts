import type { Face } from "../faces.ts";
import { bundledFace } from "./bundled_faces.ts";
import { CJK, CJK_FORMS, type CjkForm } from "./cjk.ts";
import type { FontFileName } from "./font_files.ts";

/** A face of a chain. It is read only for characters that it may have. */
export interface ChainMember {
  readonly face: () => Face;
  /** The characters that it is for; undefined for all. */
  readonly covers: RegExp | undefined;
}

/** The fonts of scripts. Each has a bold face with the suffix `-Bold`. */
const SCRIPTS = [
  ["Hebrew", /\p{Script_Extensions=Hebrew}/u],
  ["Arabic", /\p{Script_Extensions=Arabic}/u],
  ["Devanagari", /\p{Script_Extensions=Devanagari}/u],
  ["Bengali", /\p{Script_Extensions=Bengali}/u],
  ["Gurmukhi", /\p{Script_Extensions=Gurmukhi}/u],
  ["Gujarati", /\p{Script_Extensions=Gujarati}/u],
  ["Oriya", /\p{Script_Extensions=Oriya}/u],
  ["Tamil", /\p{Script_Extensions=Tamil}/u],
  ["Telugu", /\p{Script_Extensions=Telugu}/u],
  ["Kannada", /\p{Script_Extensions=Kannada}/u],
  ["Malayalam", /\p{Script_Extensions=Malayalam}/u],
  ["Sinhala", /\p{Script_Extensions=Sinhala}/u],
  ["Thai", /[\p{Script_Extensions=Thai}฿]/u],
  ["Lao", /\p{Script_Extensions=Lao}/u],
  ["Khmer", /[\p{Script_Extensions=Khmer}៛]/u],
  ["Myanmar", /\p{Script_Extensions=Myanmar}/u],
  ["Ethiopic", /\p{Script_Extensions=Ethiopic}/u],
  ["Armenian", /[\p{Script_Extensions=Armenian}֏]/u],
  ["Georgian", /[\p{Script_Extensions=Georgian}₾]/u],
] as const;

/** The characters that are emoji unless a variation selector says otherwise. */
const EMOJI = /\p{Emoji_Presentation}/u;

/**
 * The faces that a chain has after its own: for scripts, for CJK, and for symbols. In a text with CJK
 * characters, the font of their form comes before the symbols.
 */
export function fallbacks(isBold: boolean, form: CjkForm | undefined): ReadonlyArray<ChainMember> {
  const suffix = isBold ? "-Bold" : "";
  const member = (name: FontFileName, covers?: RegExp): ChainMember => ({
    face: () => bundledFace(name),
    covers,
  });
  return [
    ...SCRIPTS.map(([name, covers]) => member(`${name}${suffix}`, covers)),
    member(`Emoji${suffix}`, EMOJI),
    ...(form === undefined ? [] : [member(`${form}${suffix}`)]),
    member(`Symbols${suffix}`),
    member("Symbols"),
    member("MoreSymbols"),
    member(`Emoji${suffix}`),
    ...CJK_FORMS.map((name) => member(`${name}${suffix}`, CJK)),
    member("RareHan", CJK),
  ];
}
