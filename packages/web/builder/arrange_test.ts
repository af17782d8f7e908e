import { assert, describe, it } from "@effect/vitest";

import { linesOf, snapTo } from "./browser/canvas/snapping.ts";
import {
  addCopies,
  alignFields,
  distributeFields,
  moveFields,
  removeFields,
  reorderFields,
  resizeFields,
} from "./browser/design/arrange.ts";
import type { Design, DesignField } from "./browser/design/design.ts";
import { EMPTY_DESIGN } from "./browser/design/saved_layout.ts";

const A4 = { width: 210, height: 297 };
const AREA = { left: 20, top: 20, right: 190, bottom: 277 };

/** A field at a place, 20 mm wide and 10 mm high. */
const field = (name: string, x: number, y: number): DesignField => ({
  name,
  type: "text",
  position: { x, y },
  width: 20,
  height: 10,
});

const designOf = (...fields: ReadonlyArray<DesignField>): Design => ({
  ...EMPTY_DESIGN,
  schemas: [fields],
});
const chosen = (...indexes: ReadonlyArray<number>) => ({ page: 0, indexes: new Set(indexes) });
const places = ({ schemas }: Design) =>
  (schemas[0] ?? []).map(({ position }) => [position.x, position.y]);
const names = ({ schemas }: Design) => (schemas[0] ?? []).map(({ name }) => name);

const THREE = designOf(field("a", 10, 10), field("b", 50, 30), field("c", 120, 20));

describe("moveFields()", () => {
  it("moves fields together, and keeps all of them on the page", () => {
    assert.deepEqual(places(moveFields(THREE, chosen(0, 1), { x: 5, y: 1 }, A4)), [
      [15, 11],
      [55, 31],
      [120, 20],
    ]);
    assert.deepEqual(places(moveFields(THREE, chosen(0, 1), { x: -50, y: 1000 }, A4)), [
      [0, 267],
      [40, 287],
      [120, 20],
    ]);
  });
});

describe("resizeFields()", () => {
  it("resizes each field within the page", () => {
    const [first] = resizeFields(THREE, chosen(0), { x: 1000, y: -1000 }, A4).schemas[0] ?? [];
    assert.include(first, { width: 200, height: 0.1 });
  });
});

describe("alignFields()", () => {
  it("aligns several fields to each other, and one to the printed area", () => {
    assert.deepEqual(places(alignFields(THREE, chosen(0, 1), "right", AREA)), [
      [50, 10],
      [50, 30],
      [120, 20],
    ]);
    assert.deepEqual(places(alignFields(THREE, chosen(2), "center", AREA)).at(2), [95, 20]);
    assert.deepEqual(places(alignFields(THREE, chosen(2), "bottom", AREA)).at(2), [120, 267]);
  });
});

describe("distributeFields()", () => {
  it("gives fields equal distances, in the order of their places", () => {
    const mixed = designOf(field("c", 120, 0), field("a", 0, 0), field("b", 25, 0));
    assert.deepEqual(places(distributeFields(mixed, chosen(0, 1, 2), "horizontal")), [
      [120, 0],
      [0, 0],
      [60, 0],
    ]);
    assert.strictEqual(distributeFields(mixed, chosen(0, 1), "vertical"), mixed);
  });
});

describe("reorderFields()", () => {
  it("moves fields one step, and none beyond the end", () => {
    assert.deepEqual(names(reorderFields(THREE, chosen(0), 1)), ["b", "a", "c"]);
    assert.deepEqual(names(reorderFields(THREE, chosen(1, 2), 1)), ["a", "b", "c"]);
    assert.deepEqual(names(reorderFields(THREE, chosen(1, 2), -1)), ["b", "c", "a"]);
  });
});

describe("addCopies() and removeFields()", () => {
  it("place copies next to what is there already", () => {
    const twice = addCopies(THREE, 0, [field("a", 10, 10)], A4);
    const thrice = addCopies(twice, 0, [field("a", 10, 10)], A4);
    assert.deepEqual(places(thrice).slice(3), [
      [15, 15],
      [20, 20],
    ]);
    assert.deepEqual(names(removeFields(thrice, chosen(0, 3, 4))), ["b", "c"]);
  });
});

describe("snapTo()", () => {
  it("snaps the nearest edge within the tolerance", () => {
    const lines = linesOf([AREA]);
    const near = snapTo({ x: [21, 60], y: [150] }, lines, 2);
    assert.deepEqual(near, { dx: -1, dy: -1.5, lines: { x: [20], y: [148.5] } });
    assert.deepEqual(snapTo({ x: [30], y: [] }, lines, 2), {
      dx: 0,
      dy: 0,
      lines: { x: [], y: [] },
    });
  });
});
