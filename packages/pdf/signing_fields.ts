import type { SigningFieldPlace } from "@paraph/core/renders";

import type { SigningPage } from "./blocks/lay_out.ts";

/** The precision of positions in percent: less than a micrometre on A4. */
const DECIMALS = 1e4;

/**
 * The signing fields of a document by page, in percent of the page. The id is the name of the field in the
 * layout; repeated fields have a number too.
 *
 * @param pagesBefore The number of pages in front of the drawn ones.
 */
export function signingFieldsOf(
  pages: ReadonlyArray<SigningPage>,
  pagesBefore = 0,
): ReadonlyArray<SigningFieldPlace> {
  const names = new Set(pages.flatMap(({ signing }) => signing.map(({ name }) => name)));
  const usedIds = new Set<string>();
  const idOf = (name: string) => {
    let id = name;
    for (let count = 2; usedIds.has(id) || (id !== name && names.has(id)); count += 1)
      id = `${name}-${count}`;
    usedIds.add(id);
    return id;
  };
  return pages.flatMap(({ width, height, signing }, index) =>
    signing.map(({ name, left, top, width: boxWidth, height: boxHeight, ...terms }) => ({
      id: idOf(name),
      ...terms,
      page: pagesBefore + index + 1,
      ...withinPage(
        percent(left, width),
        percent(top, height),
        percent(boxWidth, width),
        percent(boxHeight, height),
      ),
    })),
  );
}

/** Designers round positions, so that a box may reach a little over the edge. */
function withinPage(x: number, y: number, width: number, height: number) {
  return {
    x: Math.min(x, 100),
    y: Math.min(y, 100),
    width: round(Math.min(width, 100 - Math.min(x, 100))),
    height: round(Math.min(height, 100 - Math.min(y, 100))),
  };
}

function percent(length: number, ofLength: number): number {
  return round((length / ofLength) * 100);
}

function round(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}
