import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { type FlowBox, type FlowNote, type Placement, RULE_HEIGHT } from "./flow_box.ts";
import { paginate } from "./paginate.ts";

const AREA = { top: 20, bottom: 120 };
const FREE = { breakBefore: false, keepWithNext: false, keepTogether: false };
const note = (unit: number, ...lines: ReadonlyArray<number>): FlowNote => ({ unit, lines });
const whole = (top: number, height: number, ...notes: ReadonlyArray<FlowNote>): FlowBox => ({
  ...FREE,
  top,
  height,
  extent: { kind: "whole", height },
  notes,
});
const rows = (
  top: number,
  units: ReadonlyArray<number>,
  notes: ReadonlyArray<FlowNote> = [],
  columns = 1,
): FlowBox => ({
  ...FREE,
  top,
  height: 10,
  extent: { kind: "divisible", head: 0, units, columns },
  notes,
});
/** What is on the pages: boxes with their units, and notes with their lines, each with its top. */
const placed = (boxes: ReadonlyArray<FlowBox>) =>
  paginate(boxes, AREA).map(({ box, note: index, page, top, from, to }) =>
    index === undefined
      ? `${page}: box ${box} [${from}, ${to}) at ${top}`
      : `${page}: note ${index} of ${box} [${from}, ${to}) at ${top}`,
  );

describe("footnotes", () => {
  it("are at the bottom of the page that refers to them, below a rule", () => {
    assert.deepStrictEqual(placed([rows(20, [10, 10], [note(0, 4), note(1, 4, 4)])]), [
      "0: box 0 [0, 2) at 20",
      `0: note 0 of 0 [0, 1) at ${120 - 12 - RULE_HEIGHT}`,
      "0: note 1 of 0 [0, 2) at 112",
    ]);
    assert.deepStrictEqual(placed([whole(30, 10, note(0, 4))]), [
      "0: box 0 [0, 0) at 30",
      `0: note 0 of 0 [0, 1) at ${120 - 4 - RULE_HEIGHT}`,
    ]);
  });

  it("take units along whose notes have no space, and no others", () => {
    assert.deepStrictEqual(placed([rows(20, Array(10).fill(10), [note(8, 6)])]), [
      "0: box 0 [0, 8) at 20",
      "1: box 0 [8, 10) at 20",
      `1: note 0 of 0 [0, 1) at ${120 - 6 - RULE_HEIGHT}`,
    ]);
    assert.deepStrictEqual(placed([rows(20, Array(10).fill(10), [note(0, 6)])]), [
      "0: box 0 [0, 8) at 20",
      "1: box 0 [8, 10) at 20",
      `0: note 0 of 0 [0, 1) at ${120 - 6 - RULE_HEIGHT}`,
    ]);
  });

  it("move boxes below that they leave no space for", () => {
    assert.deepStrictEqual(placed([whole(20, 10, note(0, 20)), whole(90, 10)]).slice(0, 2), [
      "0: box 0 [0, 0) at 20",
      "1: box 1 [0, 0) at 20",
    ]);
    assert.deepStrictEqual(
      placed([rows(20, [10, 10], [note(1, 60)]), whole(40, 20), whole(125, 5)]).slice(0, 3),
      ["0: box 0 [0, 2) at 20", "1: box 1 [0, 0) at 20", "1: box 2 [0, 0) at 105"],
    );
  });

  it("do not cover what is next to their box", () => {
    assert.deepStrictEqual(placed([rows(20, [50, 40]), rows(21, [10, 10], [note(1, 20)])]), [
      "0: box 0 [0, 2) at 20",
      "0: box 1 [0, 1) at 21",
      "1: box 1 [1, 2) at 20",
      `1: note 0 of 1 [0, 1) at ${120 - 20 - RULE_HEIGHT}`,
    ]);
  });

  it("continue on the next pages when a page is too small", () => {
    const lines = Array<number>(25).fill(10);
    assert.deepStrictEqual(placed([rows(20, [10, 10], [note(0, ...lines)]), whole(60, 10)]), [
      "0: box 0 [0, 1) at 20",
      "2: box 0 [1, 2) at 20",
      "3: box 1 [0, 0) at 20",
      `0: note 0 of 0 [0, 8) at ${120 - 80 - RULE_HEIGHT}`,
      `1: note 0 of 0 [8, 17) at ${120 - 90 - RULE_HEIGHT}`,
      `2: note 0 of 0 [17, 25) at ${120 - 80 - RULE_HEIGHT}`,
    ]);
  });

  it("are below all columns", () => {
    assert.deepStrictEqual(placed([rows(20, Array(18).fill(10), [note(15, 20)], 2)]), [
      "0: box 0 [0, 15) at 20",
      "1: box 0 [15, 18) at 20",
      `1: note 0 of 0 [0, 1) at ${120 - 20 - RULE_HEIGHT}`,
    ]);
  });

  const between = (minimum: number, maximum: number) =>
    Schema.Int.check(Schema.isBetween({ minimum, maximum }));
  const Box = Schema.Struct({
    row: between(2, 9),
    height: Schema.Literals([5, 10, 30]),
    units: Schema.NonEmptyArray(between(1, 60)).check(Schema.isMaxLength(10)),
    isWhole: Schema.Boolean,
    keepWithNext: Schema.Boolean,
    columns: between(1, 2),
    notes: Schema.Array(
      Schema.Struct({ at: between(0, 9), lines: Schema.NonEmptyArray(between(1, 30)) }),
    ).check(Schema.isMaxLength(3)),
  });
  const Boxes = Schema.Array(Box).check(Schema.isMaxLength(6));
  const boxesOf = (samples: typeof Boxes.Type) =>
    samples.map(({ row, height, units, isWhole, keepWithNext, columns, notes }): FlowBox => {
      const last = isWhole ? 0 : units.length - 1;
      const own = notes
        .map(({ at, lines }) => ({ unit: Math.min(at, last), lines }))
        .toSorted((a, b) => a.unit - b.unit);
      const box = isWhole ? whole(row * 10, height, ...own) : rows(row * 10, units, own, columns);
      return { ...box, keepWithNext };
    });

  it.prop("have all their lines, in order, from the page of their unit on", [Boxes], ([samples]) =>
    boxesOf(samples).every(({ notes = [] }, box, boxes) => {
      const own = paginate(boxes, AREA).filter((placement) => placement.box === box);
      return notes.every(({ unit, lines }, index) => {
        const parts = own.filter((placement) => placement.note === index);
        const page = own.find(
          ({ note: other, from, to }) =>
            other === undefined && unit >= from && unit < Math.max(to, 1),
        )?.page;
        const isInOrder = parts.every(({ from }, part) => from === (parts[part - 1]?.to ?? 0));
        return (
          isInOrder && parts.at(-1)?.to === lines.length && (parts[0]?.page ?? -1) >= (page ?? 0)
        );
      });
    }),
  );

  it.prop("overlap nothing that fits on a page", [Boxes], ([samples]) => {
    const placements = paginate(boxesOf(samples), AREA);
    const isInside = ({ top, height }: Placement) => top + height <= AREA.bottom + 0.1;
    return placements.every((one) =>
      one.note === undefined
        ? true
        : one.top >= AREA.top - 0.1 &&
          isInside(one) &&
          placements.every(
            (other) =>
              other === one ||
              other.page !== one.page ||
              !isInside(other) ||
              other.top + other.height <= one.top + 0.1 ||
              (other.note !== undefined && other.top >= one.top + one.height - 0.1),
          ),
    );
  });
});
