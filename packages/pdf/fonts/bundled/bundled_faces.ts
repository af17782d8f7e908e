import { readFileSync } from "node:fs";

import { type Face, type FaceKind, makeFace } from "../faces.ts";
import { readFont } from "../opentype/font_file.ts";
import { type FontFileName, fontPath } from "./font_files.ts";

/** The fonts that are shaped in a way of their own. */
const KINDS: Partial<Readonly<Record<FontFileName, FaceKind>>> = {
  Handwriting: "cursive",
  DancingScript: "cursive",
  MarckScript: "cursive",
  Sacramento: "cursive",
  Caveat: "cursive",
  "Caveat-Bold": "cursive",
  Emoji: "emoji",
  "Emoji-Bold": "emoji",
  JP: "cjk",
  "JP-Bold": "cjk",
  SC: "cjk",
  "SC-Bold": "cjk",
  TC: "cjk",
  "TC-Bold": "cjk",
  KR: "cjk",
  "KR-Bold": "cjk",
  RareHan: "cjk",
};

const faces = new Map<FontFileName, Face>();

/** Returns a bundled face, which is read when a thread needs it for the first time. */
export function bundledFace(name: FontFileName): Face {
  const cachedFace = faces.get(name);
  if (cachedFace !== undefined) return cachedFace;
  const face = makeFace(readFont(readFileSync(fontPath(name))), KINDS[name]);
  faces.set(name, face);
  return face;
}
