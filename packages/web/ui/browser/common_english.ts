import { plural } from "@paraph/core/values";

/** The texts that several pages share, in English. Names in braces are placeholders. */
export const COMMON_ENGLISH = {
  pages: plural({ one: "{count} page", other: "{count} pages" }),
  pageOf: "Page {page} of {count}",
  pageNotLoaded: "This page could not be loaded.",
  documentNotLoaded: "The document could not be loaded.",
  tryAgain: "Try again",
};

export type CommonTexts = typeof COMMON_ENGLISH;
