import { type ManifestIndex, table as generatedTable } from "@paraph/core/layouts";
import type { DataType, LoopDefinition, VariableDefinition } from "@paraph/core/manifests";

import { withDefaults, uniqueLabel, uniqueName } from "./binding.ts";
import { type Design, type DesignField, isOverlay, namesOf } from "./design.ts";
import { completeTable } from "./table.ts";

/** A place on a page, in millimetres. */
export interface Spot {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  /** Whether the user chose it. Otherwise any free place below it is used. */
  readonly isChosen?: boolean;
}

/** An area to print in, in millimetres. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A design with added fields, and their names. */
export interface PlacementResult {
  readonly design: Design;
  readonly names: ReadonlyArray<string>;
}

const INK = "#1f2937";

/** The type and size of a new field, by data type. */
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

/** Places a field for a variable around a spot, within the page. */
export function placeVariable(
  design: Design,
  variable: VariableDefinition,
  spot: Spot,
  { index, area }: { readonly index: ManifestIndex; readonly area: Area },
): PlacementResult {
  const usedNames = namesOf(design);
  const { key, label, dataType, format } = variable;
  const [type, wide, height] = SIZES[dataType];
  const width = Math.min(wide, area.right - area.left);
  const common = { type, width, height, position: { x: 0, y: 0 } };
  const style = { ...styleOf(dataType, isOverlay(design)) };
  // A date without a format is a text with a long date, as in layouts that the server generates.
  const isWrittenOut = dataType === "date" && format === undefined;
  const field: DesignField = isWrittenOut
    ? {
        ...common,
        ...style,
        name: uniqueLabel(plain(label), usedNames),
        readOnly: true,
        content: `{${key}|date:long}`,
      }
    : { ...common, ...style, name: uniqueName(key, usedNames) };
  return addFields(design, [withDefaults(put(field, spot, area, design), index)], spot.page);
}

/** Places a static field on a page. */
export function placeField(
  design: Design,
  field: DesignField,
  spot: Spot,
  area: Area,
): PlacementResult {
  const width = Math.min(field.width, area.right - area.left);
  const name = uniqueLabel(field.name, namesOf(design));
  return addFields(design, [put({ ...field, width, name }, spot, area, design)], spot.page);
}

/** Places a table for a loop with its heading, as wide as the area. */
export function placeLoop(
  design: Design,
  loop: LoopDefinition,
  spot: Spot,
  { index, area }: { readonly index: ManifestIndex; readonly area: Area },
): PlacementResult {
  const usedNames = namesOf(design);
  const width = area.right - area.left;
  const table = { name: "", type: "table", width, height: TABLE_HEIGHT, position: { x: 0, y: 0 } };
  const { y } = put(table, spot, area, design).position;
  const place = { x: area.left, y, width };
  const generatedFields = generatedTable(loop, place).map((field) => fieldFrom(field));
  const fields = generatedFields.map((field) =>
    field.type === "table"
      ? withDefaults({ ...completeTable(field), name: uniqueName(loop.key, usedNames) }, index)
      : { ...field, name: uniqueLabel(plain(field.name), usedNames), readOnly: true },
  );
  const result = addFields(design, fields, spot.page);
  return { ...result, names: result.names.slice(-1) };
}

const TABLE_HEIGHT = 27;

/** Moves a field to a chosen spot, or else to a free place at the left. */
function put(field: DesignField, spot: Spot, area: Area, { schemas }: Design): DesignField {
  // The start of a dropped field is at the pointer, not its middle.
  const x = spot.isChosen === true ? spot.x + Math.max(0, field.width / 2 - GRIP) : spot.x;
  const fieldOnSpot = within(field, { ...spot, x }, area);
  return spot.isChosen === true
    ? fieldOnSpot
    : freePlace(fieldOnSpot, schemas[spot.page] ?? [], area);
}

/** Centers a field on a spot, within an area. */
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

/** Moves a field to the left of its area and down to a free place. */
function freePlace(
  field: DesignField,
  others: ReadonlyArray<DesignField>,
  area: Area,
): DesignField {
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

/** In millimetres: the step of the search, and the distance of the pointer from the start of a dragged field. */
const STEP = 2;
const GRIP = 5;

function addFields(
  design: Design,
  fields: ReadonlyArray<DesignField>,
  page: number,
): PlacementResult {
  const schemas = design.schemas.map((pageFields, index) =>
    index === page ? [...pageFields, ...fields] : pageFields,
  );
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
    // Text on a PDF cannot grow.
    ...(dataType === "longtext" && !onOverlay ? { overflow: "expand" } : {}),
  };
}

/** Generated fields have all required properties. */
function fieldFrom(field: Readonly<Record<string, unknown>>): DesignField {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JSON of a layout
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
