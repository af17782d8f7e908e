import type { Heading } from "./heading.ts";

/** The numbers of a page, and of the pages that its text refers to, as they are printed. */
export interface PageNumber {
  readonly currentPage: string;
  readonly totalPages: string;
  /** The numbers in the document as a whole. */
  readonly documentPage: string;
  readonly documentPages: string;
  /** The pages of anchors and headings; undefined while text is measured. */
  readonly pageOf?: (anchor: string) => string | undefined;
  readonly pageOfHeading?: (heading: Heading) => string | undefined;
  /** While text is measured: references are as wide as this number, so that no line breaks because of its number. */
  readonly widest?: string;
}

/** The numbers with which text is measured. */
export function anyPage(widest: string): PageNumber {
  return { currentPage: "1", totalPages: "1", documentPage: "1", documentPages: "1", widest };
}
