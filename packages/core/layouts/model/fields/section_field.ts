import { Predicate, Schema } from "effect";

import { commonSettings } from "./common_settings.ts";
import { Length, setting } from "./field_style.ts";

/** How deep sections can be nested. */
export const MAX_SECTION_LEVELS = 5;

/** Cells side by side and below each other, such as the labels of a sheet. */
export const SectionGrid = Schema.Struct({
  columns: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })),
  rows: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })),
    "The rows of a page; by default as many as fit.",
  ),
  gapX: setting(Length, "The distance between columns, in millimetres."),
  gapY: setting(Length, "The distance between rows, in millimetres."),
});
export type SectionGrid = typeof SectionGrid.Type;

/** How page numbers are printed. */
export const PageNumberFormat = Schema.Literals(["decimal", "lower-roman", "upper-roman"]);
export type PageNumberFormat = typeof PageNumberFormat.Type;

const {
  rotate: _rotate,
  opacity: _opacity,
  anchor: _anchor,
  link: _link,
  language: _language,
  onPages: _onPages,
  ...placement
} = commonSettings;

/** Fields that a loop repeats together, or that have a condition together. */
export const SectionField = Schema.Struct({
  ...placement,
  type: Schema.Literal("section"),
  /** Each is checked separately. */
  fields: Schema.Array(Schema.Unknown).annotateKey({
    description: "The fields, with positions from the top left of the section.",
  }),
  pageBreakBetween: setting(Schema.Boolean, "Starts a new page with each row but the first."),
  restartPageNumbers: setting(
    Schema.Boolean,
    "Numbers pages from 1 again where the section starts a page, and with pageBreakBetween where each row does. Needs pageBreakBefore.",
  ),
  pageNumberFormat: setting(
    PageNumberFormat,
    "How these page numbers are printed: decimal (default), lower-roman (i, ii, iii) or upper-roman.",
  ),
  gap: setting(Length, "The distance between rows, in millimetres."),
  grid: setting(
    SectionGrid,
    "Cells side by side and below each other, such as the labels of a sheet.",
  ),
});
export type SectionField = typeof SectionField.Type;

/** Whether an unchecked field is a section. */
export function isSection(field: unknown): field is Readonly<Record<PropertyKey, unknown>> {
  return Predicate.isObject(field) && field["type"] === "section";
}
