import { Schema } from "effect";

import { maxCharacters } from "../../../values/mod.ts";
import { Length, setting } from "./field_style.ts";

export const Name = Schema.String.check(maxCharacters(200));
/** A key or an expression. */
const Condition = Schema.String.check(maxCharacters(1_010));
const Coordinate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 5000 }));

/** The members of every field: a name, a box in millimetres from the top left, and conditions. */
export const commonSettings = {
  name: Name,
  position: Schema.Struct({ x: Coordinate, y: Coordinate }),
  width: Length,
  height: Length,
  rotate: setting(Schema.Finite.check(Schema.isBetween({ minimum: -3600, maximum: 3600 }))),
  opacity: setting(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
  readOnly: setting(Schema.Boolean),
  /** A key that must have a value, or an expression that must be true. */
  when: setting(Condition),
  unless: setting(Condition),
  /** Starts a new page with the fields in its row, unless it is the first. */
  pageBreakBefore: setting(Schema.Boolean),
  /** Stays on one page with the next field. */
  keepWithNext: setting(Schema.Boolean),
  /** Is not divided by a page break, unless it is higher than a page. */
  keepTogether: setting(Schema.Boolean),
} as const;
