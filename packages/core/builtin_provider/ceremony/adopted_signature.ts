import { Schema } from "effect";

import { characters } from "../../values/mod.ts";
import { MAX_SIGNATURE_IMAGE } from "./signature_limits.ts";

const Coordinate = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }));

/** The maximum number of points of a drawn signature. */
const MAX_POINTS = 10_000;

/** A drawn line: x and y of each point alternate, from the upper left corner. */
const Stroke = Schema.Array(Coordinate).check(
  Schema.isMinLength(2),
  Schema.makeFilter((stroke) => stroke.length % 2 === 0 || "Expected an x and a y for each point"),
);

/** A drawn signature as lines. Not an image, so no untrusted file has to be parsed. */
export const DrawnSignature = Schema.Struct({
  kind: Schema.Literal("drawn").annotateKey({ description: "A drawn signature." }),
  width: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })).annotateKey({
    description: "Width of the signature pad, in the unit of the coordinates.",
  }),
  height: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })).annotateKey({
    description: "Height of the signature pad, in the unit of the coordinates.",
  }),
  strokes: Schema.Array(Stroke)
    .check(
      Schema.isBetweenLength(1, 1000),
      Schema.makeFilter(
        (strokes) =>
          strokes.reduce((points, stroke) => points + stroke.length / 2, 0) <= MAX_POINTS ||
          `Expected at most ${MAX_POINTS} points`,
      ),
    )
    .annotateKey({
      description:
        "1 to 1,000 lines with at most 10,000 points in all. In each line, x and y of its points alternate.",
    }),
}).annotate({
  identifier: "DrawnSignature",
  description: "A drawn signature, as lines from the upper left corner of the pad.",
});
export type DrawnSignature = typeof DrawnSignature.Type;

/** The script fonts of typed signatures. The first is the default. */
export const SIGNATURE_FACES = ["caveat", "dancing-script", "marck-script", "sacramento"] as const;

/** A script font of typed signatures. */
export const SignatureFace = Schema.Literals(SIGNATURE_FACES);
export type SignatureFace = typeof SignatureFace.Type;

/** A typed name, rendered as a signature. */
export const TypedSignature = Schema.Struct({
  kind: Schema.Literal("typed").annotateKey({ description: "A typed signature." }),
  text: Schema.String.check(Schema.isPattern(/\S/u), characters(1, 200)).annotateKey({
    description: "The name, 1 to 200 characters.",
  }),
  face: Schema.optionalKey(SignatureFace).annotateKey({
    description: "The script font, `caveat` by default.",
  }),
}).annotate({
  identifier: "TypedSignature",
  description: "A typed name, rendered as a signature.",
});
export type TypedSignature = typeof TypedSignature.Type;

/** An uploaded picture of a signature. It is not trusted: {@linkcode SignatureImages} makes a new file of its pixels. */
export const ImageSignature = Schema.Struct({
  kind: Schema.Literal("image").annotateKey({ description: "An uploaded signature." }),
  data: Schema.String.check(
    characters(1, Math.ceil(MAX_SIGNATURE_IMAGE / 3) * 4),
    Schema.isPattern(/^[A-Za-z0-9+/]+={0,2}$/u, { message: "Expected base64" }),
  ).annotateKey({
    description:
      "PNG file in base64, at most 200 KiB, 1,000 pixels wide and 500 pixels high. Only its pixels are stored.",
  }),
}).annotate({ identifier: "ImageSignature", description: "An uploaded picture of a signature." });
export type ImageSignature = typeof ImageSignature.Type;

/** The signature or the initials that a recipient has adopted. */
export const AdoptedSignature = Schema.Union([TypedSignature, DrawnSignature, ImageSignature]);
export type AdoptedSignature = typeof AdoptedSignature.Type;

/** The minimum total length of lines, as a fraction of the larger side of the pad. */
const MIN_INK = 0.03;

/**
 * Whether a drawing is visible: the total length of its lines is at least 3 % of the pad's larger side.
 *
 * @example A tap is not a signature
 * ```ts
 * import { isVisibleDrawing } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * const pad = { kind: "drawn", width: 300, height: 100 } as const;
 * assert.equal(isVisibleDrawing({ ...pad, strokes: [[50, 50, 50, 50]] }), false);
 * assert.equal(isVisibleDrawing({ ...pad, strokes: [[50, 50, 60, 50]] }), true);
 * ```
 */
export function isVisibleDrawing({ width, height, strokes }: DrawnSignature): boolean {
  const ink = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0);
  return ink >= MIN_INK * Math.max(width, height);
}

function lengthOf(stroke: ReadonlyArray<number>): number {
  let length = 0;
  for (let index = 2; index + 1 < stroke.length; index += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = stroke.slice(index - 2, index + 2);
    length += Math.hypot(nextX - x, nextY - y);
  }
  return length;
}
