import type { Heading } from "./heading.ts";

/** The numbers of a page, and of the pages that its text refers to. */
export interface PageNumber {
  readonly currentPage: number;
  readonly totalPages: number;
  /** The pages of anchors and headings; undefined while text is measured. */
  readonly pageOf?: (anchor: string) => number | undefined;
  readonly pageOfHeading?: (heading: Heading) => number | undefined;
}
