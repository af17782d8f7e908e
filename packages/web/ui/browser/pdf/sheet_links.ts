import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A link of pdf.js; `url` is missing if it is not a safe external one. */
interface LinkAnnotation {
  readonly subtype: string;
  readonly rect: ReadonlyArray<number>;
  readonly url?: string;
  readonly contentsObj?: { readonly str: string };
}

/** Returns the external links of a page, positioned where they are drawn. */
export async function sheetLinks(page: PDFPageProxy): Promise<ReadonlyArray<HTMLAnchorElement>> {
  const annotations: ReadonlyArray<LinkAnnotation> = await page.getAnnotations();
  const viewport = page.getViewport({ scale: 1 });
  return annotations.flatMap(({ subtype, url, rect, contentsObj }) => {
    if (subtype !== "Link" || url === undefined) return [];
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0);
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0);
    const link = document.createElement("a");
    link.className = "sheet-link";
    link.href = url;
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.setAttribute("aria-label", contentsObj?.str || url);
    link.style.left = percent(Math.min(x1, x2) / viewport.width);
    link.style.top = percent(Math.min(y1, y2) / viewport.height);
    link.style.width = percent(Math.abs(x2 - x1) / viewport.width);
    link.style.height = percent(Math.abs(y2 - y1) / viewport.height);
    return [link];
  });
}

function percent(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}
