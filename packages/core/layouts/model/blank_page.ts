import { Schema } from "effect";

import { Length } from "./field_style.ts";

const SheetSide = Schema.Finite.check(Schema.isBetween({ minimum: 10, maximum: 5000 }));

/** The least width and height, in millimetres, that a page's padding must leave for content. */
const LEAST_ROOM = 10;

/** A blank sheet of a document and what every page of it shows; padding in CSS order. */
export const BlankPage = Schema.Struct({
  width: SheetSide,
  height: SheetSide,
  padding: Schema.Tuple([Length, Length, Length, Length]),
  staticSchema: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Unknown))),
}).check(
  Schema.makeFilter(
    ({ width, height, padding: [top, right, bottom, left] }) =>
      (width - left - right >= LEAST_ROOM && height - top - bottom >= LEAST_ROOM) ||
      "The padding leaves no room",
  ),
);
export type BlankPage = typeof BlankPage.Type;
