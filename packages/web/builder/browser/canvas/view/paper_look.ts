import { isRecord } from "../../../../ui/browser/is_record.ts";
import type { PageSize } from "../../design/arrange.ts";
import type { Design, DesignField } from "../../design/design.ts";

type Padding = readonly [number, number, number, number];

/** What a page shows apart from its fields. */
export interface PaperLook extends PageSize {
  /** In CSS order; none on a PDF. */
  readonly padding: Padding | undefined;
  /** The picture of the page of a PDF. */
  readonly image: string | undefined;
  /** The fields that repeat on pages. */
  readonly repeated: ReadonlyArray<DesignField>;
}

/** Whether a page of a document with these pages shows a field, by the values of its `onPages`. */
const IS_ON: Readonly<Record<string, (page: number, count: number) => boolean>> = {
  first: (page) => page === 0,
  notFirst: (page) => page > 0,
  last: (page, count) => page === count - 1,
  notLast: (page, count) => page < count - 1,
  odd: (page) => page % 2 === 0,
  even: (page) => page % 2 === 1,
};

/**
 * Returns what a page shows: its own settings, or those of all pages. Headers of later pages would cover the first
 * page, so a field is only on the designed pages that its `onPages` names.
 */
export function paperLook(
  { basePdf, pages, schemas }: Design,
  page: number,
  size: PageSize,
  image: string | undefined,
): PaperLook {
  if (typeof basePdf === "string") return { ...size, padding: undefined, image, repeated: [] };
  const own = isRecord(pages?.[page]) ? pages[page] : {};
  const { padding = basePdf.padding, staticSchema = basePdf.staticSchema } = own;
  const fields = Array.isArray(staticSchema) ? staticSchema.filter(isField) : [];
  return {
    ...size,
    padding: isPadding(padding) ? padding : basePdf.padding,
    image: undefined,
    repeated: fields.filter(
      ({ onPages }) => IS_ON[String(onPages)]?.(page, schemas.length) ?? true,
    ),
  };
}

function isPadding(value: unknown): value is Padding {
  return Array.isArray(value) && value.length === 4;
}

function isField(value: unknown): value is DesignField {
  return isRecord(value) && typeof value["name"] === "string" && isRecord(value["position"]);
}
