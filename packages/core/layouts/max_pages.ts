/** Pages that a PDF may have, whether it is drawn, drawn on or signed: more make a form into an archive. */
export const MAX_PAGES = 2_000;
