import { createHash } from "node:crypto";

import { emphasizedFace, type FileFace, type FontCoordinates } from "@paraph/core/fonts";

/** A face of a project in a compiled template. */
export interface TemplateFont {
  /** The name that compiled fields have in place of `fontName`. Equal keys have equal fonts. */
  readonly key: FontKey;
  /** The name, the family and the weight, for text that is set in families. */
  readonly name: string;
  readonly family: string;
  readonly weight: number;
  /** The SHA-256 of the file. */
  readonly file: string;
  readonly coordinates: FontCoordinates;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** The keys of the faces that emphasize text in this one. */
  readonly bold: FontKey;
  readonly italic: FontKey;
  readonly boldItalic: FontKey;
}

/** The key of a template font. No bundled font begins with the same prefix. */
export type FontKey = `font:${string}`;

/** The files of fonts by their SHA-256. */
export type FontFiles = ReadonlyMap<string, Uint8Array>;

/** The weight from which the fallbacks of a font are bold. */
const BOLD = 600;

/** The fonts of a template, by the names that its layout has. */
export function templateFonts(faces: ReadonlyArray<FileFace>): ReadonlyMap<string, TemplateFont> {
  const keys = new Map(faces.map((face) => [face, keyOf(face, faces)]));
  const keyFor = (face: FileFace): FontKey => keys.get(face) ?? keyOf(face, faces);
  return new Map(
    faces.map((face) => {
      const emphasized = (bold: boolean, italic: boolean) =>
        keyFor(emphasizedFace(face, { bold, italic }, faces));
      const font: TemplateFont = {
        key: keyFor(face),
        name: face.name,
        family: face.family,
        weight: face.weight,
        file: face.file.id,
        coordinates: face.coordinates,
        isBold: face.weight >= BOLD,
        isItalic: face.style === "italic",
        bold: emphasized(true, false),
        italic: emphasized(false, true),
        boldItalic: emphasized(true, true),
      };
      return [face.name, font];
    }),
  );
}

/** Depends on the file, and on the files of the faces that emphasize it. */
function keyOf(face: FileFace, faces: ReadonlyArray<FileFace>): FontKey {
  const members = EMPHASES.map((emphasis) => emphasizedFace(face, emphasis, faces)).map(
    ({ file, coordinates, style, weight }) => [
      file.id,
      Object.entries(coordinates).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      style,
      weight,
    ],
  );
  const digest = createHash("sha256").update(JSON.stringify(members)).digest("hex");
  return `font:${digest.slice(0, 32)}`;
}

const EMPHASES = [
  { bold: false, italic: false },
  { bold: true, italic: false },
  { bold: false, italic: true },
  { bold: true, italic: true },
];
