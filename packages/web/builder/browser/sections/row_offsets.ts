import { isRecord } from "../../../ui/browser/is_record.ts";

/** What is around a section: its neighbours, and the size of the page or section that they are on. */
export interface Surroundings {
  readonly width: number;
  readonly height: number;
  readonly fields: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

interface PlacedSection {
  readonly position: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly [setting: string]: unknown;
}

/** The canvas shows no more rows. */
const MAX_ROWS = 60;

/**
 * Where the canvas shows the rows of a section, from its top left, in millimetres. Documents push down what
 * follows; the canvas shows the rows that have space, and at least the first.
 */
export function rowOffsets(
  section: PlacedSection,
  count: number,
  around: Surroundings,
): ReadonlyArray<{ readonly x: number; readonly y: number }> {
  const { position, width, height, grid, gap, pageBreakBetween } = section;
  const rows = Math.max(1, Math.min(count, MAX_ROWS));
  const every = Array.from({ length: rows }, (_, row) => row);
  if (isRecord(grid)) {
    const columns = Math.max(1, numberOf(grid["columns"]));
    const most = numberOf(grid["rows"]) || Number.POSITIVE_INFINITY;
    return every
      .map((row) => ({
        x: (row % columns) * (width + numberOf(grid["gapX"])),
        y: Math.floor(row / columns) * (height + numberOf(grid["gapY"])),
      }))
      .filter(
        ({ y }, row) =>
          row === 0 ||
          (Math.floor(row / columns) < most && position.y + y + height <= around.height + 0.5),
      );
  }
  if (pageBreakBetween === true) return [{ x: 0, y: 0 }];
  const bottom = spaceBelow(section, around);
  return every
    .map((row) => ({ x: 0, y: row * (height + numberOf(gap)) }))
    .filter(({ y }, row) => row === 0 || position.y + y + height <= bottom);
}

/** The top of the next field below a section, or the bottom of what it is on. */
function spaceBelow({ position, height }: PlacedSection, around: Surroundings): number {
  const end = position.y + height;
  const tops = around.fields.flatMap(({ position: place }) => {
    const y = isRecord(place) ? place["y"] : undefined;
    return typeof y === "number" && y >= end - 0.01 ? [y] : [];
  });
  return Math.min(around.height, ...tops);
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
