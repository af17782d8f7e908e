/** A page of a PDF as it is shown (rotation applied), in millimetres. */
export interface ShownPage {
  readonly width: number;
  readonly height: number;
}

/** Pages that a PDF may have, whether it is drawn, drawn on or signed: more make a form into an archive. */
export const MAX_PAGES = 2_000;
