import type { PDF, PdfDict } from "@libpdf/core";

/** Entries of a catalog that neither do anything nor hold anything but pages and their properties. */
const CATALOG = new Set(
  "Type Version Pages PageLabels ViewerPreferences PageLayout PageMode Metadata MarkInfo Lang".split(
    " ",
  ),
);

/** Entries of a page that are content, or say how large it is. */
const PAGE = new Set(
  "Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate Contents Group UserUnit".split(
    " ",
  ),
);

/** Whether a document has nothing but pages, so that there is nothing to flatten. */
export function hasOnlyPages(pdf: PDF): boolean {
  const catalog = pdf.context.catalog.getDict();
  return hasOnly(catalog, CATALOG) && pdf.getPages().every(({ dict }) => hasOnly(dict, PAGE));
}

function hasOnly(dict: PdfDict, names: ReadonlySet<string>): boolean {
  return [...dict.keys()].every(({ value }) => names.has(value));
}
