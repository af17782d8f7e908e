import { Schema } from "effect";

import { characters } from "../values/mod.ts";

const Coordinate = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }));

/** The largest number of points that a drawn signature has in all. */
const MOST_POINTS = 10_000;

/** A line as it was drawn: x and y by turns, from the upper left corner. */
const Stroke = Schema.Array(Coordinate).check(
  Schema.isMinLength(2),
  Schema.makeFilter((stroke) => stroke.length % 2 === 0 || "Expected an x and a y for each point"),
);

/** A signature drawn by hand, as lines: no picture, so there is nothing to be read that could be ill. */
export const DrawnSignature = Schema.Struct({
  kind: Schema.Literal("drawn"),
  /** How large the pad was that it was drawn on. */
  width: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })),
  height: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })),
  strokes: Schema.Array(Stroke).check(
    Schema.isBetweenLength(1, 1000),
    Schema.makeFilter(
      (strokes) =>
        strokes.reduce((points, stroke) => points + stroke.length / 2, 0) <= MOST_POINTS ||
        `Expected at most ${MOST_POINTS} points`,
    ),
  ),
}).annotate({ identifier: "DrawnSignature" });
export type DrawnSignature = typeof DrawnSignature.Type;

/** A name that was typed, to be written as a signature. */
export const TypedSignature = Schema.Struct({
  kind: Schema.Literal("typed"),
  text: Schema.String.check(Schema.isPattern(/\S/u), characters(1, 200)),
}).annotate({ identifier: "TypedSignature" });
export type TypedSignature = typeof TypedSignature.Type;

/** What somebody has adopted as their signature or their initials. */
export const Adopted = Schema.Union([TypedSignature, DrawnSignature]);
export type Adopted = typeof Adopted.Type;
