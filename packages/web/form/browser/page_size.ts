/** Whether there is room for the document beside the form; the stylesheet has the same width. */
export const ROOMY = matchMedia("(min-width: 66rem)");
