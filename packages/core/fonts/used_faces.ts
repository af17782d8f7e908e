import { emphasizedFace, type FontFace } from "./font_family.ts";

/** The combinations of bold and italic. */
const EMPHASES = [
  { bold: true, italic: false },
  { bold: false, italic: true },
  { bold: true, italic: true },
] as const;

/**
 * The faces with some names, and the faces of the same families that emphasize them.
 *
 * @param names The names that a layout uses.
 * @param faces All faces of a project.
 */
export function usedFaces<F extends FontFace>(
  names: Iterable<string>,
  faces: ReadonlyArray<F>,
): ReadonlyArray<F> {
  const used = new Set<F>();
  for (const name of new Set(names)) {
    const face = faces.find((candidate) => candidate.name === name);
    if (face === undefined) continue;
    used.add(face);
    for (const emphasis of EMPHASES) used.add(emphasizedFace(face, emphasis, faces));
  }
  return [...used];
}
