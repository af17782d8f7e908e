import type { Design, DesignField } from "./design.ts";
import type { Area } from "./placing.ts";

/** Fields of one page, by their indexes. */
export interface ChosenFields {
  readonly page: number;
  readonly indexes: ReadonlySet<number>;
}

/** The size of a page in millimetres. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** An edge or a middle that fields are aligned to. */
export type Edge = "left" | "center" | "right" | "top" | "middle" | "bottom";

/** The smallest width and height of a field in millimetres. */
const SMALLEST = 0.1;

/** Moves fields together; they stay on the page. */
export function moveFields(
  design: Design,
  chosen: ChosenFields,
  by: { readonly x: number; readonly y: number },
  { width, height }: PageSize,
): Design {
  const { left, top, right, bottom } = boundsOf(fieldsIn(design, chosen));
  const x = clamp(by.x, -left, Math.max(-left, width - right));
  const y = clamp(by.y, -top, Math.max(-top, height - bottom));
  return mapChosen(design, chosen, (field) =>
    at(field, field.position.x + x, field.position.y + y),
  );
}

/** Resizes each field; the upper left corner stays. */
export function resizeFields(
  design: Design,
  chosen: ChosenFields,
  by: { readonly x: number; readonly y: number },
  { width, height }: PageSize,
): Design {
  return mapChosen(design, chosen, (field) => ({
    ...field,
    width: round(clamp(field.width + by.x, SMALLEST, width - field.position.x)),
    height: round(clamp(field.height + by.y, SMALLEST, height - field.position.y)),
  }));
}

/** Aligns several fields to each other, or one to the printed area. */
export function alignFields(design: Design, chosen: ChosenFields, edge: Edge, area: Area): Design {
  const fields = fieldsIn(design, chosen);
  const bounds = fields.length > 1 ? boundsOf(fields) : area;
  return mapChosen(design, chosen, (field) => {
    const { x, y } = field.position;
    const places: Record<Edge, readonly [number, number]> = {
      left: [bounds.left, y],
      center: [(bounds.left + bounds.right - field.width) / 2, y],
      right: [bounds.right - field.width, y],
      top: [x, bounds.top],
      middle: [x, (bounds.top + bounds.bottom - field.height) / 2],
      bottom: [x, bounds.bottom - field.height],
    };
    const [newX, newY] = places[edge];
    return at(field, Math.max(0, newX), Math.max(0, newY));
  });
}

/** Gives three or more fields equal distances; the first and the last stay. */
export function distributeFields(
  design: Design,
  chosen: ChosenFields,
  axis: "horizontal" | "vertical",
): Design {
  const [start, size] =
    axis === "horizontal" ? (["x", "width"] as const) : (["y", "height"] as const);
  const page = design.schemas[chosen.page] ?? [];
  const order = [...chosen.indexes]
    .flatMap((index) => (page[index] === undefined ? [] : [{ index, field: page[index] }]))
    .toSorted((one, other) => one.field.position[start] - other.field.position[start]);
  const [first, last] = [order.at(0)?.field, order.at(-1)?.field];
  if (first === undefined || last === undefined || order.length < 3) return design;
  const inner = order.slice(1, -1).reduce((sum, { field }) => sum + field[size], 0);
  const from = first.position[start] + first[size];
  const gap = (last.position[start] - from - inner) / (order.length - 1);
  const places = new Map<number, number>();
  let next = from + gap;
  for (const { index, field } of order.slice(1, -1)) {
    places.set(index, next);
    next += field[size] + gap;
  }
  return mapChosen(design, chosen, (field, index) => {
    const place = places.get(index);
    if (place === undefined) return field;
    const { x, y } = field.position;
    return axis === "horizontal" ? at(field, place, y) : at(field, x, place);
  });
}

/** Moves fields one step in the order of the page, in which later fields cover earlier ones. */
export function reorderFields(
  design: Design,
  { page, indexes }: ChosenFields,
  step: 1 | -1,
): Design {
  const fields = [...(design.schemas[page] ?? [])];
  const order = [...indexes].toSorted((one, other) => (step === 1 ? other - one : one - other));
  const taken = new Set<number>();
  for (const index of order) {
    const target = index + step;
    const [field, other] = [fields[index], fields[target]];
    if (field === undefined || other === undefined || taken.has(target)) taken.add(index);
    else {
      fields[index] = other;
      fields[target] = field;
      taken.add(target);
    }
  }
  return withPage(design, page, fields);
}

/** Removes fields. */
export function removeFields(design: Design, { page, indexes }: ChosenFields): Design {
  const fields = design.schemas[page] ?? [];
  return withPage(
    design,
    page,
    fields.filter((_, index) => !indexes.has(index)),
  );
}

/** Adds fields to the end of a page, a little lower to the right of their place if others are there. */
export function addCopies(
  design: Design,
  page: number,
  copies: ReadonlyArray<DesignField>,
  { width, height }: PageSize,
): Design {
  const fields = design.schemas[page] ?? [];
  const isTaken = (offset: number) =>
    copies.some(({ position }) =>
      fields.some(
        (field) =>
          Math.abs(field.position.x - position.x - offset) < 0.01 &&
          Math.abs(field.position.y - position.y - offset) < 0.01,
      ),
    );
  let offset = 0;
  while (isTaken(offset) && offset < MOST_OFFSET) offset += COPY_OFFSET;
  const placed = copies.map((field) =>
    at(
      field,
      clamp(field.position.x + offset, 0, Math.max(0, width - field.width)),
      clamp(field.position.y + offset, 0, Math.max(0, height - field.height)),
    ),
  );
  return withPage(design, page, [...fields, ...placed]);
}

const [COPY_OFFSET, MOST_OFFSET] = [5, 100];

/** The chosen fields, in the order of the page. */
export function fieldsIn(
  design: Design,
  { page, indexes }: ChosenFields,
): ReadonlyArray<DesignField> {
  return (design.schemas[page] ?? []).filter((_, index) => indexes.has(index));
}

/** The smallest area around fields. */
export function boundsOf(fields: ReadonlyArray<DesignField>): Area {
  return {
    left: Math.min(...fields.map(({ position }) => position.x)),
    top: Math.min(...fields.map(({ position }) => position.y)),
    right: Math.max(...fields.map(({ position, width }) => position.x + width)),
    bottom: Math.max(...fields.map(({ position, height }) => position.y + height)),
  };
}

/** Changes the chosen fields of a page. */
export function mapChosen(
  design: Design,
  { page, indexes }: ChosenFields,
  change: (field: DesignField, index: number) => DesignField,
): Design {
  const fields = design.schemas[page] ?? [];
  return withPage(
    design,
    page,
    fields.map((field, index) => (indexes.has(index) ? change(field, index) : field)),
  );
}

function withPage(design: Design, page: number, fields: ReadonlyArray<DesignField>): Design {
  return { ...design, schemas: design.schemas.with(page, fields) };
}

function at(field: DesignField, x: number, y: number): DesignField {
  return { ...field, position: { x: round(x), y: round(y) } };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

function round(millimetres: number): number {
  return Math.round(millimetres * 100) / 100;
}
