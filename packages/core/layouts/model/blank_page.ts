import { Schema } from "effect";

import { Length } from "./fields/field_style.ts";

/** The width or the height of a page, in millimetres. */
export const SheetSide = Schema.Finite.check(Schema.isBetween({ minimum: 10, maximum: 5000 }));

/** The minimum width and height in millimetres that a page's padding must leave for content. */
const MIN_CONTENT = 10;

/** The blank page of a document and the fields that repeat on every page; padding in CSS order. */
export const BlankPage = Schema.Struct({
  width: SheetSide,
  height: SheetSide,
  padding: Schema.Tuple([Length, Length, Length, Length]),
  staticSchema: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Unknown))),
}).check(
  Schema.makeFilter(
    ({ width, height, padding: [top, right, bottom, left] }) =>
      (width - left - right >= MIN_CONTENT && height - top - bottom >= MIN_CONTENT) ||
      "The padding leaves no space for content",
  ),
);
export type BlankPage = typeof BlankPage.Type;
