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

/** Returns what a page shows: its own settings, or those of all pages. */
export function paperLook(
  { basePdf, pages }: Design,
  page: number,
  size: PageSize,
  image: string | undefined,
): PaperLook {
  if (typeof basePdf === "string") return { ...size, padding: undefined, image, repeated: [] };
  const own = isRecord(pages?.[page]) ? pages[page] : {};
  const { padding = basePdf.padding, staticSchema = basePdf.staticSchema } = own;
  return {
    ...size,
    padding: isPadding(padding) ? padding : basePdf.padding,
    image: undefined,
    repeated: Array.isArray(staticSchema) ? staticSchema.filter(isField) : [],
  };
}

function isPadding(value: unknown): value is Padding {
  return Array.isArray(value) && value.length === 4;
}

function isField(value: unknown): value is DesignField {
  return isRecord(value) && typeof value["name"] === "string" && isRecord(value["position"]);
}
