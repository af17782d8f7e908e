import { Schema } from "effect";

export const PageFormat = Schema.Literals(["A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid"]);
export type PageFormat = typeof PageFormat.Type;

/** A length in CSS units: `20mm`, `1.5cm`, `1in`, `36pt`, `96px`. */
const CssLength = Schema.String.check(
  Schema.isPattern(/^\d{1,5}(\.\d{1,4})?(mm|cm|in|pt|px)$/u, {
    message: "Expected a CSS length such as 20mm",
  }),
);

/** An object with these settings only: unknown ones are errors. */
function settings<const Fields extends Schema.Struct.Fields>(description: string, fields: Fields) {
  return Schema.StructWithRest(Schema.Struct(fields), [
    Schema.Record(Schema.String, Schema.Unknown),
  ])
    .annotate({ description })
    .check(
      Schema.makeFilter((settings) =>
        Object.keys(settings)
          .filter((key) => !Object.hasOwn(fields, key))
          .map((key) => ({ path: [key], issue: "Is not a known setting" })),
      ),
    );
}

const Margins = settings("The margins of the four sides.", {
  top: CssLength.annotateKey({ description: "The top margin, such as `20mm`." }),
  right: CssLength.annotateKey({ description: "The right margin, such as `20mm`." }),
  bottom: CssLength.annotateKey({ description: "The bottom margin, such as `20mm`." }),
  left: CssLength.annotateKey({ description: "The left margin, such as `20mm`." }),
});

/** Page settings of a request. Omitted settings have defaults. */
export const PageConfigInput = settings("The page of a generated layout.", {
  format: Schema.optionalKey(PageFormat).annotateKey({ description: "The size. Default `A4`." }),
  orientation: Schema.optionalKey(Schema.Literals(["portrait", "landscape"])).annotateKey({
    description: "The orientation. Default `portrait`.",
  }),
  margin: Schema.optionalKey(Schema.Union([CssLength, Margins])).annotateKey({
    description:
      "The margin of all sides as a CSS length in mm, cm, in, pt or px, or an object with four lengths. Default `20mm`.",
  }),
  printBackground: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Stored and returned, without effect on the document. Default `true`.",
  }),
}).annotate({ identifier: "PageConfigInput" });
export type PageConfigInput = typeof PageConfigInput.Type;

/** Page settings with all defaults applied. */
export const PageConfig = Schema.Struct({
  format: PageFormat.annotateKey({ description: "The size of the page." }),
  orientation: Schema.Literals(["portrait", "landscape"]).annotateKey({
    description: "The orientation of the page.",
  }),
  margin: Schema.Union([CssLength, Margins]).annotateKey({
    description: "The margin of all sides as a CSS length, or an object with four lengths.",
  }),
  printBackground: Schema.Boolean.annotateKey({
    description: "Stored and returned, without effect on the document.",
  }),
}).annotate({ identifier: "PageConfig", description: "Page settings with all defaults applied." });
export type PageConfig = typeof PageConfig.Type;

/** The size and the margins of a page in millimetres; margins in CSS order (top, right, bottom, left). */
export interface PageArea {
  readonly width: number;
  readonly height: number;
  readonly padding: readonly [number, number, number, number];
}

const SHEETS: Record<PageFormat, readonly [width: number, height: number]> = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
};

const MILLIMETRES: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  px: 25.4 / 96,
};

function millimetres(length: string): number {
  return Number(length.slice(0, -2)) * (MILLIMETRES[length.slice(-2)] ?? 1);
}

/**
 * Applies the defaults: A4, portrait, margins of `20mm`, printed backgrounds.
 *
 * @example The defaults
 * ```ts
 * import { withPageDefaults } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(withPageDefaults(undefined).format, "A4");
 * ```
 */
export function withPageDefaults(input: PageConfigInput | undefined): PageConfig {
  return { format: "A4", orientation: "portrait", margin: "20mm", printBackground: true, ...input };
}

/** The size and the margins of a page in millimetres. */
export function pageArea(config: PageConfig): PageArea {
  const [short, long] = SHEETS[config.format];
  const [width, height] = config.orientation === "portrait" ? [short, long] : [long, short];
  const { margin } = config;
  const sides =
    typeof margin === "string"
      ? { top: margin, right: margin, bottom: margin, left: margin }
      : margin;
  return {
    width,
    height,
    padding: [
      millimetres(sides.top),
      millimetres(sides.right),
      millimetres(sides.bottom),
      millimetres(sides.left),
    ],
  };
}

/** The minimum width and height in millimetres that margins must leave for content. */
const MIN_CONTENT = 10;

/** Whether the margins leave enough space for content. */
export function hasContentArea(config: PageConfig): boolean {
  const { width, height, padding } = pageArea(config);
  const [top, right, bottom, left] = padding;
  return width - left - right >= MIN_CONTENT && height - top - bottom >= MIN_CONTENT;
}
