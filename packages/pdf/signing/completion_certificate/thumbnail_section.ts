import type { Certificate } from "@paraph/core/builtin_provider";

import { COLOURS, type LayoutBuilder } from "./layout_builder.ts";
import type { Words } from "./words.ts";

const LEFT = 18;
const WIDTH = 174;
const MAX_PAGES = 12;
const COLUMNS = 6;
const GAP = 4;
const PADDING = 4;
const IMAGE_WIDTH = (WIDTH - 2 * PADDING - (COLUMNS - 1) * GAP) / COLUMNS;
/** The height of a page of A4 size. */
const IMAGE_HEIGHT = IMAGE_WIDTH * Math.SQRT2;
const ROW = IMAGE_HEIGHT + 5;

/** Adds small images of the first pages of the document, in rows, with their numbers. */
export function addThumbnails(
  builder: LayoutBuilder,
  { document: { pageCount } }: Certificate,
  words: Words,
): void {
  const shownCount = Math.min(pageCount, MAX_PAGES);
  for (let first = 1; first <= shownCount; first += COLUMNS) {
    const row = Array.from(
      { length: Math.min(COLUMNS, shownCount - first + 1) },
      (_, index) => first + index,
    );
    // The background is as high as the row, so that no page break divides it.
    const height = PADDING + ROW + 1;
    builder.rectangle({ x: LEFT, y: 0, width: WIDTH, height }, COLOURS.pale, 1.5);
    row.forEach((page, index) => {
      const box = { x: LEFT + PADDING + index * (IMAGE_WIDTH + GAP), width: IMAGE_WIDTH };
      builder.thumbnail(page, { ...box, y: PADDING, height: IMAGE_HEIGHT });
      builder.text(
        words.say("{page}", { page }),
        { ...box, y: PADDING + IMAGE_HEIGHT + 0.8, height: 3.5 },
        { fontSize: 7, fontColor: COLOURS.muted, alignment: "center" },
      );
    });
    builder.advance(height + 1.5);
  }
  const count = pageCount - shownCount;
  if (count > 0)
    builder.text(
      words.say(words.texts.document.morePages, { count }),
      { x: LEFT, y: 0, width: WIDTH, height: 4 },
      { fontSize: 8, fontColor: COLOURS.muted },
    );
  builder.advance(count > 0 ? 8 : 2.5);
}
