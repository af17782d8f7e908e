import type { Layout } from "@paraph/core/layouts";
import { type Schema } from "effect";

/** What a slot of a layout holds: the PDF it draws on, a picture, or a drawing in SVG. */
export type SlotKind = "pdf" | "image" | "drawing";

/** A place of a layout that holds a file: as text, or as a reference to one in the folder. */
export interface Slot {
  /** Where it is, such as `schemas.0.2.content`. */
  readonly path: string;
  readonly kind: SlotKind;
  /** What the field it belongs to is called; `base` for the PDF. */
  readonly name: string;
  readonly text: string;
}

const KINDS: ReadonlyMap<unknown, SlotKind> = new Map<string, SlotKind>([
  ["image", "image"],
  ["signature", "image"],
  ["svg", "drawing"],
]);

/** The layout with other text in its slots; all else stays as it is, in its order. */
export function mapSlots(layout: Layout, replace: (slot: Slot) => string): Layout {
  const fieldsOf = (fields: Schema.Json | undefined, path: string) =>
    Array.isArray(fields)
      ? fields.map((field: Schema.Json, at) => fieldOf(field, `${path}.${at}`))
      : fields;

  const fieldOf = (field: Schema.Json, path: string) => {
    if (!isJsonObject(field)) return field;
    const kind = KINDS.get(field["type"]);
    const name = typeof field["name"] === "string" ? field["name"] : "";
    return mapEntries(field, (key, value) =>
      kind !== undefined && key === "content" && typeof value === "string"
        ? replace({ path: `${path}.content`, kind, name, text: value })
        : value,
    );
  };

  const baseOf = (base: Schema.Json) => {
    if (typeof base === "string")
      return replace({ path: "basePdf", kind: "pdf", name: "base", text: base });
    if (!isJsonObject(base)) return base;
    return mapEntries(base, (key, value) =>
      key === "staticSchema" ? (fieldsOf(value, "basePdf.staticSchema") ?? value) : value,
    );
  };

  return mapEntries(layout, (key, value) => {
    if (key === "basePdf") return baseOf(value);
    if (key !== "schemas" || !Array.isArray(value)) return value;
    return value.map((page: Schema.Json, at) => fieldsOf(page, `schemas.${at}`) ?? page);
  });
}

/** Every slot of a layout that holds something, in its order. */
export function slotsOf(layout: Layout): ReadonlyArray<Slot> {
  const slots: Array<Slot> = [];
  mapSlots(layout, (slot) => {
    slots.push(slot);
    return slot.text;
  });
  return slots;
}

function mapEntries(
  object: Schema.JsonObject,
  map: (key: string, value: Schema.Json) => Schema.Json,
): Schema.JsonObject {
  // What a key means to JavaScript means nothing here: "__proto__" is a key like any other.
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]));
}

function isJsonObject(value: Schema.Json): value is Schema.JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
