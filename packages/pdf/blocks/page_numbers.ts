import type { LayoutField, PageNumberFormat } from "@paraph/core/layouts";

import type { OtherPages } from "../added/shown_pdfs.ts";
import type { PageNumber } from "../fill/page_number.ts";
import type { PlacedBlock } from "../flow/flow_fields.ts";

/** Pages whose numbers begin with 1: those of the document, or from a section on whose numbers restart. */
interface Run {
  /** The index of its first drawn page. */
  readonly start: number;
  readonly format: PageNumberFormat;
  /** The pages in front of the drawn ones that count. */
  readonly skipped: number;
  drawn: number;
  /** The pages behind the drawn ones that count. */
  following: number;
}

/** The page numbers of a document. */
export interface PageNumbers {
  /** Of a drawn page, by its index. */
  readonly of: (index: number) => PageNumber;
  /** The printed number of a drawn page. */
  readonly printed: (index: number) => string;
  /** Whether a drawn page shows a field of every page. */
  readonly isOn: (pages: LayoutField["onPages"], index: number) => boolean;
  /** The format of the numbers that begin with a drawn page; undefined if none do. */
  readonly restartsAt: (index: number) => PageNumberFormat | undefined;
}

/** Numbers the drawn pages of a document with other pages. */
export function numberPages(
  pages: ReadonlyArray<ReadonlyArray<Pick<PlacedBlock<unknown>, "numbering" | "placement">>>,
  { before, after, areCounted }: OtherPages,
): PageNumbers {
  const skipped = areCounted ? before : 0;
  const documentPages = String(skipped + pages.length + (areCounted ? after : 0));
  const runs: Array<Run> = [{ start: 0, format: "decimal", skipped, drawn: 0, following: 0 }];
  const runOfPage = pages.map((blocks, index) => {
    const format = blocks.find(({ placement: { from }, numbering }) => from === 0 && numbering);
    if (format?.numbering !== undefined)
      runs.push({ start: index, format: format.numbering, skipped: 0, drawn: 0, following: 0 });
    const run = runs.at(-1);
    if (run !== undefined) run.drawn += 1;
    return run;
  });
  const last = runs.at(-1);
  if (last !== undefined && areCounted) last.following = after;
  const printed = (index: number) => {
    const run = runOfPage[index];
    return run === undefined ? "" : numeral(run.skipped + index - run.start + 1, run.format);
  };
  return {
    printed,
    of: (index) => {
      const { skipped: own = 0, drawn = 0, following = 0, format } = runOfPage[index] ?? {};
      return {
        currentPage: printed(index),
        totalPages: numeral(own + drawn + following, format),
        documentPage: String(skipped + index + 1),
        documentPages,
      };
    },
    isOn: (shown, index) => {
      const { start = 0, drawn = 0 } = runOfPage[index] ?? {};
      return isOnPage(shown, index - start + 1, drawn);
    },
    restartsAt: (index) => {
      const run = runOfPage[index];
      return run !== runs[0] && run?.start === index ? run.format : undefined;
    },
  };
}

/** Whether a page shows a field of every page, by its number among the drawn pages of its run. */
function isOnPage(pages: LayoutField["onPages"], number: number, count: number): boolean {
  switch (pages) {
    case "first":
      return number === 1;
    case "notFirst":
      return number > 1;
    case "last":
      return number === count;
    case "notLast":
      return number < count;
    case "odd":
      return number % 2 === 1;
    case "even":
      return number % 2 === 0;
    default:
      return true;
  }
}

const ROMAN = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;

function numeral(number: number, format: PageNumberFormat = "decimal"): string {
  if (format === "decimal") return String(number);
  let [rest, text] = [number, ""];
  for (const [value, letters] of ROMAN) {
    text += letters.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return format === "upper-roman" ? text.toUpperCase() : text;
}
