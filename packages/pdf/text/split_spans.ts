import type { ChainName } from "../fonts/font_chain.ts";
import { isOrdinary, paragraphsOf } from "./clean_text.ts";
import type { Mark } from "./mark.ts";

/** Text in one font, with one mark. */
export interface Span {
  readonly text: string;
  readonly fontName: ChainName;
  readonly mark?: Mark | undefined;
}

/** The spans of a paragraph, without its soft hyphens. */
export interface SplitParagraph {
  readonly spans: ReadonlyArray<Span>;
  readonly softHyphens: ReadonlyArray<number>;
  /** Whether a tab is between it and the one before, instead of the end of a paragraph. */
  readonly followsTab: boolean;
}

const SOFT_HYPHEN = "\u00ad";

/** Splits spans into paragraphs, and at tabs if they lead to tab stops. */
export function splitSpans(
  spans: ReadonlyArray<Span>,
  hasTabs: boolean = false,
): ReadonlyArray<SplitParagraph> {
  // Cells of tables, for the most part.
  const [only] = spans;
  if (spans.length === 1 && only !== undefined && isOrdinary(only.text))
    return [{ spans, softHyphens: [], followsTab: false }];
  const lines: Array<{
    readonly spans: Array<Span>;
    readonly softHyphens: Array<number>;
    readonly followsTab: boolean;
  }> = [{ spans: [], softHyphens: [], followsTab: false }];
  let length = 0;
  for (const { text, fontName, mark } of spans) {
    const parts = paragraphsOf(text, hasTabs).flatMap((paragraph, index) =>
      paragraph.split("\t").map((part, tab) => ({ part, isFirst: index + tab === 0, tab })),
    );
    parts.forEach(({ part, isFirst, tab }) => {
      if (!isFirst) {
        lines.push({ spans: [], softHyphens: [], followsTab: tab > 0 });
        length = 0;
      }
      const line = lines.at(-1);
      if (line === undefined) return;
      const pieces = part.includes(SOFT_HYPHEN) ? part.split(SOFT_HYPHEN) : [part];
      let offset = length;
      for (const piece of pieces.slice(0, -1)) line.softHyphens.push((offset += piece.length));
      const visible = pieces.length === 1 ? part : pieces.join("");
      line.spans.push({ text: visible, fontName, mark });
      length += visible.length;
    });
  }
  return lines;
}
