import { type ManifestIndex, table as generatedTable } from "@paraph/core/layouts";
import type { DataType, LoopDefinition, VariableDefinition } from "@paraph/core/manifests";

import { dressed, freeLabel, freeName } from "./binding.ts";
import { type Design, type DesignField, isOverlay, namesOf } from "./design.ts";
import { completeTable } from "./table.ts";

/** A place on a page, in millimetres. */
export interface Spot {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  /** Whether the user chose it. Otherwise any free place below it will do. */
  readonly isChosen?: boolean;
}

/** The part of a page that is printed on, in millimetres. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A design with more on it, and the names of what was added. */
export interface Placed {
  readonly design: Design;
  readonly names: ReadonlyArray<string>;
}

const INK = "#1f2937";

/** The size of a new field and its type, by what it shows. */
const SIZES: Record<DataType, readonly [type: string, width: number, height: number]> = {
  text: ["text", 60, 6],
  longtext: ["text", 110, 12],
  number: ["text", 30, 6],
  currency: ["text", 40, 6],
  date: ["text", 45, 6],
  datetime: ["text", 55, 6],
  boolean: ["checkbox", 6, 6],
  image: ["image", 40, 25],
  url: ["text", 80, 6],
  email: ["text", 70, 6],
};

/** Puts a field for a variable onto a page, in the middle of a spot as far as the page allows. */
export function placeVariable(
  design: Design,
  variable: VariableDefinition,
  spot: Spot,
  { index, area }: { readonly index: ManifestIndex; readonly area: Area },
): Placed {
  const taken = namesOf(design);
  const { key, label, dataType, format } = variable;
  const [type, wide, height] = SIZES[dataType];
  const width = Math.min(wide, area.right - area.left);
  const common = { type, width, height, position: { x: 0, y: 0 } };
  const style = { ...styleOf(dataType, isOverlay(design)) };
  // What is no more than a day is written out, as it is where the server makes the layout.
  const isWrittenOut = dataType === "date" && format === undefined;
  const field: DesignField = isWrittenOut
    ? {
        ...common,
        ...style,
        name: freeLabel(plain(label), taken),
        readOnly: true,
        content: `{${key}|date:long}`,
      }
    : { ...common, ...style, name: freeName(key, taken) };
  return added(design, [dressed(put(field, spot, area, design), index)], spot.page);
}

/** Puts a new field onto a page that is the same in every document. */
export function placeField(design: Design, field: DesignField, spot: Spot, area: Area): Placed {
  const width = Math.min(field.width, area.right - area.left);
  const name = freeLabel(field.name, namesOf(design));
  return added(design, [put({ ...field, width, name }, spot, area, design)], spot.page);
}

/** Puts a table for a loop onto a page, under its heading, as wide as is printed on. */
export function placeLoop(
  design: Design,
  loop: LoopDefinition,
  spot: Spot,
  { index, area }: { readonly index: ManifestIndex; readonly area: Area },
): Placed {
  const taken = namesOf(design);
  const width = area.right - area.left;
  const room = { name: "", type: "table", width, height: TABLE_HEIGHT, position: { x: 0, y: 0 } };
  const { y } = put(room, spot, area, design).position;
  const place = { x: area.left, y, width };
  const made = generatedTable(loop, place).map((field) => fieldFrom(field));
  const fields = made.map((field) =>
    field.type === "table"
      ? dressed({ ...completeTable(field), name: freeName(loop.key, taken) }, index)
      : { ...field, name: freeLabel(plain(field.name), taken), readOnly: true },
  );
  const placed = added(design, fields, spot.page);
  return { ...placed, names: placed.names.slice(-1) };
}

const TABLE_HEIGHT = 27;

/** A field where it was wanted; where nothing was, at the left where there is room. */
function put(field: DesignField, spot: Spot, area: Area, { schemas }: Design): DesignField {
  // What is dropped begins where the pointer is, and not in the middle of it.
  const x = spot.isChosen === true ? spot.x + Math.max(0, field.width / 2 - GRIP) : spot.x;
  const there = within(field, { ...spot, x }, area);
  return spot.isChosen === true ? there : loose(there, schemas[spot.page] ?? [], area);
}

/** A box moved so that it lies around a spot and within an area. */
function within(field: DesignField, { x, y }: Spot, area: Area): DesignField {
  const { width, height } = field;
  return {
    ...field,
    position: {
      x: round(clamp(x - width / 2, area.left, Math.max(area.left, area.right - width))),
      y: round(clamp(y - height / 2, area.top, Math.max(area.top, area.bottom - height))),
    },
  };
}

/** A field at the left of its area, moved down to where it lies on nothing. */
function loose(field: DesignField, others: ReadonlyArray<DesignField>, area: Area): DesignField {
  const { width, height } = field;
  const isFree = (y: number) =>
    others.every(
      ({ position, ...other }) =>
        position.x >= area.left + width ||
        position.x + other.width <= area.left ||
        position.y >= y + height ||
        position.y + other.height <= y,
    );
  const first = field.position.y;
  for (let y = first; y + height <= area.bottom; y += STEP) {
    if (isFree(y)) return { ...field, position: { x: area.left, y: round(y) } };
  }
  return { ...field, position: { x: area.left, y: first } };
}

/** In millimetres: how far a search goes at once, and how far right of its beginning a field is held. */
const STEP = 2;
const GRIP = 5;

function added(design: Design, fields: ReadonlyArray<DesignField>, page: number): Placed {
  const schemas = design.schemas.map((there, at) => (at === page ? [...there, ...fields] : there));
  return { design: { ...design, schemas }, names: fields.map(({ name }) => name) };
}

function styleOf(dataType: DataType, onOverlay: boolean): Partial<DesignField> {
  if (dataType === "image" || dataType === "boolean") return {};
  const isFigure = dataType === "number" || dataType === "currency";
  return {
    fontSize: 11,
    fontColor: INK,
    lineHeight: 1.25,
    characterSpacing: 0,
    alignment: isFigure ? "right" : "left",
    verticalAlignment: dataType === "longtext" ? "top" : "middle",
    // A PDF has no room to grow in.
    ...(dataType === "longtext" && !onOverlay ? { overflow: "expand" } : {}),
  };
}

/** What is generated has all that a field must. */
function fieldFrom(field: Readonly<Record<string, unknown>>): DesignField {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a layout, where it is plain JSON
  return field as unknown as DesignField;
}

function plain(label: string): string {
  return label.replaceAll(/[#.{}]/g, " ").trim();
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function round(millimetres: number): number {
  return Math.round(millimetres * 100) / 100;
}
