import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { COMMON_TEXTS, format } from "../texts.ts";
import { type Destination, type Place, placeOf } from "./destination.ts";

/** A link of pdf.js; `url` is missing if it is not a safe external one. */
interface LinkAnnotation {
  readonly subtype: string;
  readonly rect: ReadonlyArray<number>;
  readonly url?: string;
  /** Where a link within the document leads. */
  readonly dest?: Destination | null;
  readonly contentsObj?: { readonly str: string };
}

/**
 * Returns the links of a page, positioned where they are drawn.
 *
 * @param onPlace Called when a link within the document is followed.
 */
export async function sheetLinks(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  onPlace: (place: Place) => void,
): Promise<ReadonlyArray<HTMLAnchorElement>> {
  const annotations: ReadonlyArray<LinkAnnotation> = await page.getAnnotations();
  const links = await Promise.all(
    annotations
      .filter(({ subtype }) => subtype === "Link")
      .map(async (annotation) => {
        const { url, dest, contentsObj } = annotation;
        const link = document.createElement("a");
        link.className = "sheet-link";
        if (url !== undefined) {
          link.href = url;
          link.target = "_blank";
          link.rel = "noopener noreferrer nofollow";
          link.setAttribute("aria-label", contentsObj?.str || url);
        } else {
          const place = dest ? await placeOf(pdf, dest) : undefined;
          if (place === undefined) return [];
          const name = format(COMMON_TEXTS.pageOf, { page: place.page, count: pdf.numPages });
          link.href = `#page-${place.page}`;
          link.setAttribute("aria-label", contentsObj?.str || name);
          link.addEventListener("click", (event) => {
            event.preventDefault();
            onPlace(place);
          });
        }
        position(link, page, annotation);
        return [link];
      }),
  );
  return links.flat();
}

/** Positions a link over the page. */
function position(link: HTMLElement, page: PDFPageProxy, { rect }: LinkAnnotation): void {
  const viewport = page.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0);
  link.style.left = percent(Math.min(x1, x2) / viewport.width);
  link.style.top = percent(Math.min(y1, y2) / viewport.height);
  link.style.width = percent(Math.abs(x2 - x1) / viewport.width);
  link.style.height = percent(Math.abs(y2 - y1) / viewport.height);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}
