import type { Layout } from "@paraph/core/layouts";
import { type Schema } from "effect";

/** The content of a slot: a PDF, a picture, or an SVG drawing. */
export type SlotKind = "pdf" | "image" | "drawing";

/** A place in a layout for a file: as text, or as a reference to a file in the folder. */
export interface Slot {
  /** Its path, such as `schemas.0.2.content`. */
  readonly path: string;
  readonly kind: SlotKind;
  /** The name of its field; `base`, `prepend` or `append` for a PDF. */
  readonly name: string;
  readonly text: string;
}

const KINDS: ReadonlyMap<unknown, SlotKind> = new Map<string, SlotKind>([
  ["image", "image"],
  ["signature", "image"],
  ["svg", "drawing"],
]);

/** Returns the layout with other text in its slots. Everything else and the order stay unchanged. */
export function mapSlots(layout: Layout, replace: (slot: Slot) => string): Layout {
  const fieldsOf = (fields: Schema.Json | undefined, path: string) =>
    Array.isArray(fields)
      ? fields.map((field: Schema.Json, index) => fieldOf(field, `${path}.${index}`))
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
    return pageOf(base, "basePdf");
  };

  const pageOf = (page: Schema.Json, path: string) =>
    isJsonObject(page)
      ? mapEntries(page, (key, value) =>
          key === "staticSchema" ? (fieldsOf(value, `${path}.staticSchema`) ?? value) : value,
        )
      : page;

  const addedOf = (list: Schema.Json, name: string) =>
    Array.isArray(list)
      ? list.map((item: Schema.Json, index) => {
          const path = `${name}.${index}`;
          if (typeof item === "string") return replace({ path, kind: "pdf", name, text: item });
          if (!isJsonObject(item)) return item;
          return mapEntries(item, (key, value) =>
            key === "pdf" && typeof value === "string"
              ? replace({ path: `${path}.pdf`, kind: "pdf", name, text: value })
              : value,
          );
        })
      : list;

  return mapEntries(layout, (key, value) => {
    if (key === "basePdf") return baseOf(value);
    if (key === "pages" && Array.isArray(value))
      return value.map((page: Schema.Json, index) => pageOf(page, `pages.${index}`));
    if (key === "prepend" || key === "append") return addedOf(value, key);
    if (key !== "schemas" || !Array.isArray(value)) return value;
    return value.map((page: Schema.Json, index) => fieldsOf(page, `schemas.${index}`) ?? page);
  });
}

/** Returns the slots of a layout that are not empty, in their order. */
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
  // Not assignment: it would treat a key such as "__proto__" specially.
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]));
}

function isJsonObject(value: Schema.Json): value is Schema.JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
