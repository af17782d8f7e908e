import { ExpressionLimit } from "@paraph/core/expressions";
import type { LayoutField, PageNumberFormat } from "@paraph/core/layouts";

import type { CompiledField, CompiledItem, CompiledSection } from "../compile/compiled_template.ts";
import type { DataScope } from "../fill/data_scope.ts";
import { type FilledField, isShown } from "../fill/fill_field.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import { closeUp } from "./close_up.ts";
import { type FlowBlock, SAME_ROW } from "./flow_box.ts";

/** The maximum number of fields of a document, those of its sections once for each row. */
const MAX_FIELDS = 200_000;

/** A field to place, at its position on a page without end. */
export interface FlowField {
  readonly filled: FilledField;
  readonly top: number;
  readonly breakBefore: boolean;
  readonly keepWithNext: boolean;
  readonly isShifted: boolean;
  readonly blocks: ReadonlyArray<FlowBlock>;
  /** Its number in reading order, from 0. */
  readonly order: number;
  /** The page numbers from its page on, if they restart there. */
  readonly numbering?: PageNumberFormat;
}

/** A field whose section is still being placed. */
interface MovingField extends FlowField {
  top: number;
  breakBefore: boolean;
  keepWithNext: boolean;
  isShifted: boolean;
  order: number;
  numbering?: PageNumberFormat;
  readonly blocks: Array<MovingBlock>;
}

interface MovingBlock extends FlowBlock {
  top: number;
}

/** A field, or all rows of a section, with tops relative to its own. */
interface Part {
  /** The designed left edge, top and height. */
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly isShown: boolean;
  /** How much higher than designed it is. */
  readonly growth: number;
  readonly fields: ReadonlyArray<MovingField>;
  /** The fields in reading order. */
  readonly reading: ReadonlyArray<MovingField>;
  readonly blocks: ReadonlyArray<MovingBlock>;
}

/** The fields of a page or of a row of a section, with tops relative to it. */
interface Level extends Pick<Part, "fields" | "reading" | "blocks"> {
  /** The lowest edge; 0 if nothing is shown. */
  readonly bottom: number;
  /** The lowest designed edge. */
  readonly designedBottom: number;
}

/** Fills a field from the data that it can show. */
export type FillInScope = (field: CompiledField, scope: DataScope) => FilledField;

/** The fields that a document may still have. */
export class FieldBudget {
  #count = 0;

  spend(): void {
    this.#count += 1;
    if (this.#count > MAX_FIELDS)
      throw new PermanentRenderError(
        "render_failed",
        `The sections of the document have more than ${MAX_FIELDS.toLocaleString("en-US")} fields`,
      );
  }
}

/**
 * Repeats the fields of sections for the rows of their loops, one row below the other or in a grid, as if the
 * page had no end. Hidden fields and sections are omitted, and what is below them moves up.
 */
export function expandItems(
  items: ReadonlyArray<CompiledItem>,
  scope: DataScope,
  fill: FillInScope,
  budget: FieldBudget,
): ReadonlyArray<FlowField> {
  const { fields, reading } = new Expansion(fill, budget).level(items, scope);
  reading.forEach((field, order) => (field.order = order));
  return fields;
}

class Expansion {
  readonly #fill: FillInScope;
  readonly #budget: FieldBudget;

  constructor(fill: FillInScope, budget: FieldBudget) {
    this.#fill = fill;
    this.#budget = budget;
  }

  level(items: ReadonlyArray<CompiledItem>, scope: DataScope): Level {
    const parts = items.map((item) =>
      "items" in item ? this.#section(item, scope) : this.#field(item, scope),
    );
    const tops = closeUp(parts);
    const grown = parts.filter(({ growth }) => growth !== 0).map(({ top }) => top);
    const highestGrown = Math.min(...grown);
    let [bottom, designedBottom] = [0, 0];
    const shown = parts.filter((part, index) => {
      designedBottom = Math.max(designedBottom, part.top + part.height);
      if (!part.isShown) return false;
      const top = tops[index] ?? part.top;
      move(part, top);
      if (part.top > highestGrown) for (const field of part.fields) field.isShifted = true;
      bottom = Math.max(bottom, top + part.height + part.growth);
      return true;
    });
    return {
      fields: shown.flatMap(({ fields }) => fields),
      reading: inReadingOrder(shown).flatMap(({ reading }) => reading),
      blocks: shown.flatMap(({ blocks }) => blocks),
      bottom,
      designedBottom,
    };
  }

  #field(compiledField: CompiledField, scope: DataScope): Part {
    this.#budget.spend();
    const filled = this.#fill(compiledField, scope);
    const { position, height, pageBreakBefore, keepWithNext } = filled.field;
    const field = {
      filled,
      top: 0,
      breakBefore: pageBreakBefore === true,
      keepWithNext: keepWithNext === true,
      isShifted: false,
      order: 0,
      blocks: [],
    };
    const { isShown } = filled;
    const { x: left, y: top } = position;
    const fields = [field];
    return { left, top, height, isShown, growth: 0, fields, reading: fields, blocks: [] };
  }

  #section(item: CompiledSection, scope: DataScope): Part {
    const { section, loop, items } = item;
    const columns = section.grid?.columns ?? 1;
    const across = section.width + (section.grid?.gapX ?? 0);
    const itemsOfColumns = Array.from({ length: columns }, (_, column) =>
      items.map((each) => movedRight(each, column * across)),
    );
    const rows: Array<Level> = [];
    for (const row of loop === undefined ? [undefined] : (scope.rows(loop) ?? [])) {
      this.#budget.spend();
      const inside = loop === undefined || row === undefined ? scope : scope.within(loop, row);
      if (!isSectionShown(item, inside)) continue;
      const level = this.level(itemsOfColumns[rows.length % columns] ?? items, inside);
      if (level.fields.length > 0) rows.push(level);
    }
    const [fields, blocks] = [rows.flatMap((row) => row.fields), rows.flatMap((row) => row.blocks)];
    const added = section.grid ? placeInGrid(rows, section) : placeBelowEachOther(rows, section);
    markEnds(rows, section);
    markNumbering(rows, section);
    return {
      left: section.position.x,
      top: section.position.y,
      height: section.height,
      isShown: rows.length > 0,
      growth: rows.length === 0 ? 0 : added.height - section.height,
      fields,
      reading: rows.flatMap((row) => row.reading),
      blocks: [...blocks, ...added.blocks],
    };
  }
}

/**
 * Parts from top to bottom, and in a row from left to right. Those of a section stay together.
 */
function inReadingOrder(parts: ReadonlyArray<Part>): ReadonlyArray<Part> {
  const rows: Array<Array<Part>> = [];
  for (const part of parts.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    if (row === undefined || part.top - (row[0]?.top ?? 0) > SAME_ROW) rows.push([part]);
    else row.push(part);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left));
}

function isSectionShown({ path, section, conditions }: CompiledSection, scope: DataScope): boolean {
  try {
    return isShown(section, conditions, scope);
  } catch (error) {
    if (!(error instanceof ExpressionLimit)) throw error;
    throw new PermanentRenderError("render_failed", `${path}: ${error.message}`);
  }
}

/** The blocks of rows that a page break does not divide, and the height of all rows. */
interface PlacedRows {
  readonly blocks: ReadonlyArray<MovingBlock>;
  readonly height: number;
}

function placeBelowEachOther(
  rows: ReadonlyArray<Level>,
  { height, gap, keepTogether, pageBreakBetween }: CompiledSection["section"],
): PlacedRows {
  const blocks: Array<MovingBlock> = [];
  let top = 0;
  rows.forEach((row, index) => {
    if (index > 0) top += gap ?? 0;
    move(row, top);
    if (index > 0) for (const field of row.fields) field.isShifted = true;
    const startsPage = pageBreakBetween === true && index > 0;
    if (startsPage || keepTogether === true) {
      const block = { top, startsPage, isKept: keepTogether === true };
      for (const field of row.fields) field.blocks.unshift(block);
      blocks.push(block);
    }
    // The designed space below the lowest field stays.
    top += row.bottom + Math.max(0, height - row.designedBottom);
  });
  return { blocks, height: top };
}

function placeInGrid(
  cells: ReadonlyArray<Level>,
  { height, grid }: CompiledSection["section"],
): PlacedRows {
  const columns = grid?.columns ?? 1;
  const down = height + (grid?.gapY ?? 0);
  const perPage = grid?.rows ?? Infinity;
  const blocks: Array<MovingBlock> = [];
  cells.forEach((cell, index) => {
    const row = Math.floor(index / columns);
    const block = (blocks[row] ??= {
      top: row * down,
      startsPage: row > 0 && row % perPage === 0,
      isKept: true,
      height,
    });
    move(cell, block.top);
    for (const field of cell.fields) {
      field.blocks.unshift(block);
      if (row > 0) field.isShifted = true;
    }
  });
  return { blocks, height: (blocks.length - 1) * down + height };
}

/** A section starts a page with its highest fields, and stays with what is below it by its lowest fields. */
function markEnds(
  rows: ReadonlyArray<Level>,
  { pageBreakBefore, keepWithNext }: CompiledSection["section"],
): void {
  const [first, last] = [rows.at(0)?.fields ?? [], rows.at(-1)?.fields ?? []];
  if (pageBreakBefore === true) {
    const top = first.reduce((least, field) => Math.min(least, field.top), Infinity);
    for (const field of first) field.breakBefore ||= field.top === top;
  }
  if (keepWithNext === true) {
    const bottomOf = (field: MovingField) => field.top + field.filled.field.height;
    const bottom = last.reduce((most, field) => Math.max(most, bottomOf(field)), -Infinity);
    for (const field of last) field.keepWithNext ||= bottomOf(field) === bottom;
  }
}

/** Page numbers restart with the highest fields of the rows that start a page. */
function markNumbering(
  rows: ReadonlyArray<Level>,
  { restartPageNumbers, pageNumberFormat, pageBreakBetween }: CompiledSection["section"],
): void {
  if (restartPageNumbers !== true) return;
  for (const { fields } of pageBreakBetween === true ? rows : rows.slice(0, 1)) {
    const top = fields.reduce((least, field) => Math.min(least, field.top), Infinity);
    for (const field of fields)
      if (field.top === top) field.numbering ??= pageNumberFormat ?? "decimal";
  }
}

function move({ fields, blocks }: Pick<Part, "fields" | "blocks">, by: number): void {
  for (const field of fields) field.top += by;
  for (const block of blocks) block.top += by;
}

function movedRight(item: CompiledItem, by: number): CompiledItem {
  if (by === 0) return item;
  if ("items" in item) {
    const { section, items } = item;
    return {
      ...item,
      section: withOffset(section, by),
      items: items.map((each) => movedRight(each, by)),
    };
  }
  const { field, filler } = item;
  if (!("field" in filler)) return { ...item, field: withOffset(field, by) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the position differs
  const moved = { ...filler, field: withOffset(filler.field, by) } as CompiledField["filler"];
  return { ...item, field: withOffset(field, by), filler: moved };
}

function withOffset<F extends Pick<LayoutField, "position">>(field: F, by: number): F {
  return { ...field, position: { ...field.position, x: field.position.x + by } };
}
