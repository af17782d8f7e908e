/** The displayed size of a PDF page (rotation applied) in millimetres. */
export interface DisplayedPage {
  readonly width: number;
  readonly height: number;
}

/** The maximum number of pages of a PDF to render, render onto or sign. */
export const MAX_PAGES = 2_000;
