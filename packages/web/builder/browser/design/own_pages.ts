import type { BlankBase, Design } from "./design.ts";
import { blankBase, type PageSetup, setupOf } from "./page_setup.ts";

/** The headers and footers of a page: those of all pages, none, or its own. */
export type RepeatedFields = "common" | "none" | "own";

/** The size and margins of a page of its own; `undefined` for a page like all others. */
export function ownSetup({ basePdf, pages }: Design, page: number): PageSetup | undefined {
  const own = pages?.[page];
  if (typeof basePdf === "string" || own === undefined || own === null) return undefined;
  const { width, height, padding } = own;
  if (width === undefined && height === undefined && padding === undefined) return undefined;
  return setupOf({
    ...basePdf,
    ...(typeof width === "number" ? { width } : {}),
    ...(typeof height === "number" ? { height } : {}),
    ...(isPadding(padding) ? { padding } : {}),
  });
}

/** Gives a page a size and margins of its own, or those of all pages. */
export function withOwnSetup(design: Design, page: number, setup: PageSetup | undefined): Design {
  const { width, height, padding } = setup === undefined ? noBase : blankBase(setup);
  return withOwnPage(design, page, { width, height, padding });
}

const noBase: Partial<BlankBase> = {};

/** Which headers and footers a page has. */
export function repeatedFieldsOf({ pages }: Design, page: number): RepeatedFields {
  const fields = pages?.[page]?.["staticSchema"];
  if (!Array.isArray(fields)) return "common";
  return fields.length === 0 ? "none" : "own";
}

/** The headers and footers of a page, as they are in the layout. */
export function repeatedFields({ basePdf, pages }: Design, page: number): ReadonlyArray<unknown> {
  const own = pages?.[page]?.["staticSchema"];
  if (Array.isArray(own)) return own;
  return typeof basePdf === "string" ? [] : (basePdf.staticSchema ?? []);
}

/** Gives a page headers and footers of its own, an empty list for none; `undefined` for those of all pages. */
export function withRepeatedFields(
  design: Design,
  page: number,
  staticSchema: ReadonlyArray<unknown> | undefined,
): Design {
  return withOwnPage(design, page, { staticSchema });
}

/** Changes settings of a page; `undefined` removes one. */
function withOwnPage(
  design: Design,
  page: number,
  settings: Readonly<Record<string, unknown>>,
): Design {
  const pages = design.schemas.map((_, index) => {
    const before = design.pages?.[index] ?? null;
    if (index !== page) return before;
    const entries = Object.entries({ ...before, ...settings });
    const own = entries.filter(([, value]) => value !== undefined && value !== null);
    return own.length === 0 ? null : Object.fromEntries(own);
  });
  const { pages: _pages, ...rest } = design;
  return pages.some((each) => each !== null) ? { ...rest, pages } : rest;
}

function isPadding(value: unknown): value is BlankBase["padding"] {
  return (
    Array.isArray(value) && value.length === 4 && value.every((side) => typeof side === "number")
  );
}
