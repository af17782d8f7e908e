import { Predicate, Schema } from "effect";

import { BlankPage, SheetSide } from "./blank_page.ts";
import { Length, setting } from "./fields/field_style.ts";
import type { Layout } from "./layout.ts";

/** How a page of a layout differs from `basePdf`. */
export const PageSetting = Schema.Struct({
  width: setting(SheetSide, "The width in millimetres."),
  height: setting(SheetSide, "The height in millimetres."),
  padding: setting(
    Schema.Tuple([Length, Length, Length, Length]),
    "The margins in millimetres: top, right, bottom, left.",
  ),
  staticSchema: setting(
    Schema.Array(Schema.Unknown),
    "The fields that repeat on the pages that this one flows over, instead of those of `basePdf`.",
  ),
});
export type PageSetting = typeof PageSetting.Type;

/** The pages of a layout that differ from `basePdf`. */
export const PageSettings = Schema.Struct({
  pages: setting(
    Schema.Array(Schema.NullOr(PageSetting)),
    "The pages of `schemas` with a size, margins or repeated fields of their own, by position; null for a page like `basePdf`.",
  ),
});

/** The blank page of one with settings of its own; undefined if it has no space for content. */
export function ownBlankPage(base: BlankPage, page: PageSetting): BlankPage | undefined {
  const own = {
    width: page.width ?? base.width,
    height: page.height ?? base.height,
    padding: page.padding ?? base.padding,
    staticSchema: page.staticSchema ?? base.staticSchema ?? [],
  };
  return isBlankPage(own) ? own : undefined;
}

const isBlankPage = Schema.is(BlankPage);

/** The unchecked fields that repeat on pages, by the path of their list. */
export function staticLists(layout: Layout): ReadonlyArray<readonly [path: string, list: unknown]> {
  const { basePdf, pages } = layout;
  const own: ReadonlyArray<unknown> = Array.isArray(pages) ? pages : [];
  return [
    ["basePdf", basePdf] as const,
    ...own.map((page, index) => [`pages.${index}`, page] as const),
  ]
    .filter(([, page]) => Predicate.hasProperty(page, "staticSchema"))
    .map(([path, page]) => [
      `layout.${path}.staticSchema`,
      Reflect.get(Object(page), "staticSchema"),
    ]);
}

/** Whether the field at a path repeats on pages. */
export function isStaticPath(path: string): boolean {
  return /^layout\.(?:basePdf|pages\.\d+)\.staticSchema\./.test(path);
}
