/** The types of fields in the palette. */
export const PALETTE_TYPES = [
  "signature",
  "initial",
  "date",
  "text",
  "checkbox",
  "dropdown",
] as const;
export type PaletteType = (typeof PALETTE_TYPES)[number];

/** The types of fields that the page shows: those of drafts and layouts too. */
const PLACED_TYPES = [...PALETTE_TYPES, "text_area", "radio_buttons"] as const;
export type PlacedType = (typeof PLACED_TYPES)[number];

/** Whether a text is the type of a field that the page shows. */
export function isPlacedType(value: unknown): value is PlacedType {
  return PLACED_TYPES.some((type) => type === value);
}

/** The types of signing fields in layouts. */
const LAYOUT_TYPES: ReadonlyMap<string, PlacedType> = new Map([
  ["signature", "signature"],
  ["initials", "initial"],
  ["signingDate", "date"],
  ["signingText", "text"],
  ["signingCheckbox", "checkbox"],
]);

/**
 * The type of a signing field of a layout; undefined for one that the page does not show.
 *
 * @param display How the choices of a field are shown.
 */
export function placedTypeOf(layoutType: string, display: unknown): PlacedType | undefined {
  if (layoutType === "signingChoice") return display === "radio" ? "radio_buttons" : "dropdown";
  return LAYOUT_TYPES.get(layoutType);
}

/** Width and height in percent of a page. */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a new field.
 *
 * @param ratio The width of the page divided by its height.
 */
export function newSize(type: PlacedType, ratio: number): BoxSize {
  return type === "checkbox" ? { width: 3, height: 3 * ratio } : SIZES[type];
}

const SIZES: Readonly<Record<Exclude<PlacedType, "checkbox">, BoxSize>> = {
  signature: { width: 28, height: 6 },
  initial: { width: 12, height: 5 },
  date: { width: 18, height: 3 },
  text: { width: 28, height: 3 },
  text_area: { width: 37, height: 7 },
  dropdown: { width: 28, height: 3 },
  radio_buttons: { width: 28, height: 6 },
};

/** The smallest size of a field in percent of its page. */
export const SMALLEST: BoxSize = { width: 1.5, height: 1 };

/** Whether a field of a type must be filled in, unless the sender says otherwise. */
export function isRequiredByDefault(type: PlacedType): boolean {
  return type === "signature" || type === "initial" || type === "date";
}
