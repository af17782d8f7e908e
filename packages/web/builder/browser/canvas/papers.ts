import type { Spot } from "../design/placing.ts";

type Sizes = ReadonlyArray<{ readonly width: number; readonly height: number }>;

/** The elements of the designer's pages, in order. */
function papersIn(host: HTMLElement): ReadonlyArray<HTMLElement> {
  const sheets = host.querySelectorAll<HTMLElement>(
    ".pdfme-designer-canvas > [style*='scale'] > [style*='background-image']",
  );
  return [...sheets];
}

/** Converts a point of the window to a place on a page, in millimetres. */
export function paperSpotFromPoint(
  host: HTMLElement,
  x: number,
  y: number,
  sizes: Sizes,
): Spot | undefined {
  const papers = papersIn(host);
  const page = papers.findIndex((paper) => {
    const { left, right, top, bottom } = paper.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  const [paper, size] = [papers[page], sizes[page]];
  if (paper === undefined || size === undefined) return undefined;
  const box = paper.getBoundingClientRect();
  return {
    page,
    x: ((x - box.left) / box.width) * size.width,
    y: ((y - box.top) / box.height) * size.height,
  };
}

/** Returns a place in the upper part of a page's visible area. */
export function visiblePaper(host: HTMLElement, page: number, sizes: Sizes): Spot {
  const { width = 210, height = 297 } = sizes[page] ?? {};
  const paper = papersIn(host)[page];
  const window = host.getBoundingClientRect();
  if (paper === undefined) return { page, x: width / 2, y: height / 4 };
  const box = paper.getBoundingClientRect();
  const top = Math.max(box.top, window.top);
  const bottom = Math.min(box.bottom, window.bottom);
  const y = top + (bottom - top) * 0.2;
  return { page, x: width / 2, y: Math.max(0, ((y - box.top) / box.height) * height) };
}

/** Scrolls to a page, which makes it the designer's current page. */
export function showPaper(host: HTMLElement, page: number): void {
  const paper = papersIn(host)[page];
  const canvas = paper?.closest(".pdfme-designer-canvas");
  if (paper === undefined || canvas === null || canvas === undefined) return;
  canvas.scrollTop += paper.getBoundingClientRect().top - canvas.getBoundingClientRect().top;
  // Without scrolling, the designer would not update.
  canvas.dispatchEvent(new Event("scroll"));
}
