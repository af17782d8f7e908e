/** The texts that several pages share, in English. */
export const COMMON_TEXTS = {
  pages: (count: number) => (count === 1 ? "1 page" : `${count} pages`),
  pageOf: (page: number, count: number) => `Page ${page} of ${count}`,
  until: "until {day}",
  pageNotLoaded: "This page could not be loaded.",
  documentNotLoaded: "The document could not be loaded.",
  tryAgain: "Try again",
} as const;
