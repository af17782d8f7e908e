import { hasContentArea, pageArea, type PageConfig, type PageFormat } from "@paraph/core/layouts";

import { TEXTS } from "../texts.ts";
import type { BlankBase, Design, DesignField } from "./design.ts";
import type { Area } from "./placing.ts";

/** The settings of blank pages; margins in millimetres in CSS order. */
export interface PageSetup {
  readonly format: PageFormat;
  readonly orientation: PageConfig["orientation"];
  readonly margins: readonly [number, number, number, number];
}

/** The paper sizes. */
export const FORMATS: ReadonlyArray<PageFormat> = [
  "A3",
  "A4",
  "A5",
  "A6",
  "Letter",
  "Legal",
  "Tabloid",
];

/** Parses the name of a paper size. */
export function formatOf(name: string): PageFormat {
  return FORMATS.find((format) => format === name) ?? DEFAULT_SETUP.format;
}

/** The settings of a new template. */
export const DEFAULT_SETUP: PageSetup = {
  format: "A4",
  orientation: "portrait",
  margins: [20, 20, 20, 20],
};

/** Returns the page settings of a layout. */
export function pageConfigOf({ format, orientation, margins }: PageSetup): PageConfig {
  const [top, right, bottom, left] = margins.map((margin) => `${round(margin)}mm`);
  const sides = { top: top ?? "0mm", right: right ?? "0mm", bottom: bottom ?? "0mm" };
  return { format, orientation, margin: { ...sides, left: left ?? "0mm" }, printBackground: true };
}

/** Returns a blank page with these settings. */
export function blankBase(setup: PageSetup): BlankBase {
  const { width, height } = pageArea(pageConfigOf(setup));
  return { width, height, padding: setup.margins };
}

/** Whether margins leave space to print in. */
export function hasSpace(setup: PageSetup): boolean {
  return setup.margins.every((margin) => margin >= 0) && hasContentArea(pageConfigOf(setup));
}

/** Returns the settings of a blank page; an unknown size becomes the default. */
export function setupOf({ width, height, padding }: BlankBase): PageSetup {
  const orientation = width > height ? "landscape" : "portrait";
  const isNear = (one: number, other: number) => Math.abs(one - other) < 1;
  const format = FORMATS.find((format) => {
    const sheet = pageArea(pageConfigOf({ format, orientation, margins: padding }));
    return isNear(sheet.width, width) && isNear(sheet.height, height);
  });
  return { format: format ?? DEFAULT_SETUP.format, orientation, margins: padding };
}

/** Changes the settings of blank pages; fields beyond an edge move inside. */
export function withSetup(design: Design, setup: PageSetup): Design {
  const base = blankBase(setup);
  const before = typeof design.basePdf === "string" ? base : design.basePdf;
  const inside = (field: DesignField) => moveInside(field, base);
  const staticFields =
    typeof design.basePdf === "string" ? [] : (design.basePdf.staticSchema ?? []);
  return {
    basePdf: {
      ...base,
      ...(staticFields.length === 0
        ? {}
        : { staticSchema: staticFields.map((field) => inside(scaleField(field, before, base))) }),
    },
    // A page with settings of its own keeps them.
    schemas: design.schemas.map((fields, page) =>
      design.pages?.[page] ? fields : fields.map(inside),
    ),
    ...(design.pages === undefined ? {} : { pages: design.pages }),
  };
}

/** Fields of every page keep their relative horizontal position, and their distance to the nearer edge. */
function scaleField(field: DesignField, before: BlankBase, after: BlankBase): DesignField {
  const share = after.width / before.width;
  const { x, y } = field.position;
  const isLow = y > before.height / 2;
  return {
    ...field,
    width: round(field.width * share),
    position: { x: round(x * share), y: round(isLow ? after.height - (before.height - y) : y) },
  };
}

function moveInside(field: DesignField, sheet: BlankBase): DesignField {
  const width = Math.min(field.width, sheet.width);
  const height = Math.min(field.height, sheet.height);
  const x = round(Math.min(field.position.x, sheet.width - width));
  const y = round(Math.max(0, Math.min(field.position.y, sheet.height - height)));
  const isInside =
    width === field.width &&
    height === field.height &&
    x === field.position.x &&
    y === field.position.y;
  return isInside ? field : { ...field, width, height, position: { x, y } };
}

/** Returns the area to print in: the whole page of a PDF, or the space between the margins. */
export function printedArea(
  { basePdf }: Design,
  { width, height }: { readonly width: number; readonly height: number },
): Area {
  if (typeof basePdf === "string") return { left: 0, top: 0, right: width, bottom: height };
  const [top, right, bottom, left] = basePdf.padding;
  return { left, top, right: width - right, bottom: height - bottom };
}

/** Whether pages are numbered. */
export function hasPageNumbers({ basePdf }: Design): boolean {
  const staticFields = typeof basePdf === "string" ? [] : (basePdf.staticSchema ?? []);
  return staticFields.some(isPageNumber);
}

/** Adds or removes page numbers. */
export function withPageNumbers(design: Design, isWanted: boolean): Design {
  const { basePdf } = design;
  if (typeof basePdf === "string" || isWanted === hasPageNumbers(design)) return design;
  const { staticSchema = [], ...base } = basePdf;
  const others = staticSchema.filter((field) => !isPageNumber(field));
  const staticFields = isWanted ? [...others, pageNumbers(base)] : others;
  return {
    ...design,
    basePdf: staticFields.length === 0 ? base : { ...base, staticSchema: staticFields },
  };
}

function isPageNumber({ content }: DesignField): boolean {
  return content?.includes("{currentPage}") === true;
}

function pageNumbers({ width, height, padding }: BlankBase): DesignField {
  const [, right, bottom, left] = padding;
  return {
    name: TEXTS.pageNumbers,
    type: "text",
    readOnly: true,
    content: "{currentPage} / {totalPages}",
    position: { x: left, y: round(Math.min(height - bottom / 2 - 2, height - 6)) },
    width: round(width - left - right),
    height: 4,
    fontSize: 8,
    fontColor: "#6b7280",
    alignment: "right",
    verticalAlignment: "middle",
  };
}

function round(millimetres: number): number {
  return Math.round(millimetres * 100) / 100;
}
