/** One face of a family, as layouts name it. */
export interface FontFace {
  /** The `fontName` of layouts. */
  readonly name: string;
  readonly family: string;
  readonly style: "normal" | "italic";
  /** 1 to 1000: 400 is regular, 700 is bold. */
  readonly weight: number;
}

/** Emphasis of a part of a text. */
export interface FontEmphasis {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Faces of at least this weight are bold. */
export const BOLD_WEIGHT = 600;

/**
 * The face of the same family that shows an emphasis: the bold weight nearest to 700, the italic style in the
 * nearest weight. Without such a face, the face itself.
 *
 * @example A bold face of a family
 * ```ts
 * import { BUNDLED_FONTS, emphasizedFace } from "@paraph/core/fonts";
 * import assert from "node:assert/strict";
 *
 * const [roboto] = BUNDLED_FONTS;
 * assert(roboto);
 * assert.equal(emphasizedFace(roboto, { bold: true, italic: true }, BUNDLED_FONTS).name, "Roboto-BoldItalic");
 * ```
 *
 * @param faces All faces to choose from.
 */
export function emphasizedFace<F extends FontFace>(
  face: F,
  { bold, italic }: FontEmphasis,
  faces: ReadonlyArray<F>,
): F {
  const family = faces.filter((other) => isSameFamily(face, other));
  const boldFace =
    bold && face.weight < BOLD_WEIGHT
      ? nearest(
          family.filter(({ style, weight }) => style === face.style && weight >= BOLD_WEIGHT),
          700,
        )
      : undefined;
  const upright = boldFace ?? face;
  if (!italic || upright.style === "italic") return upright;
  const isBold = upright.weight >= BOLD_WEIGHT;
  const slanted = family.filter(
    ({ style, weight }) => style === "italic" && weight >= BOLD_WEIGHT === isBold,
  );
  return nearest(slanted, upright.weight) ?? upright;
}

function isSameFamily(one: FontFace, other: FontFace): boolean {
  return one.family.toLowerCase() === other.family.toLowerCase();
}

function nearest<F extends FontFace>(faces: ReadonlyArray<F>, weight: number): F | undefined {
  const distance = (face: F) => Math.abs(face.weight - weight);
  let best: F | undefined;
  for (const face of faces) if (best === undefined || distance(face) < distance(best)) best = face;
  return best;
}
