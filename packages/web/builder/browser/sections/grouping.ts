import { bindingOf, boundKey, indexInSection, type ManifestIndex } from "@paraph/core/layouts";

import { uniqueLabel, unbindField, withDefaults } from "../design/binding.ts";
import { type Design, type DesignField, namesOf } from "../design/design.ts";
import { textSettingOf } from "../design/field_settings.ts";
import { parseField, withoutDefaults } from "../design/saved_layout.ts";
import { rawFieldsOf } from "./section_path.ts";

/** Fields of one page, by their positions in its list. */
export interface FieldsOfPage {
  readonly page: number;
  readonly indexes: ReadonlyArray<number>;
}

/** The least height of a section in millimetres: one without a height could not be selected. */
const MIN_SIZE = 2;

const TEXT_TYPES = new Set(["text", "multiVariableText"]);

/** Makes a section of fields, in the place of the first of them. */
export function groupFields(
  design: Design,
  { page, indexes }: FieldsOfPage,
  index: ManifestIndex,
  label: string,
): { readonly design: Design; readonly name: string } {
  const fields = design.schemas[page] ?? [];
  const chosen = indexes.toSorted((one, other) => one - other).flatMap((at) => fields[at] ?? []);
  const name = uniqueLabel(label, namesOf(design));
  const box = boxAround(chosen);
  const section: DesignField = withDefaults(
    {
      name,
      type: "section",
      ...box,
      content: "",
      fields: chosen.map((field) => rawInside(field, box, index)),
    },
    index,
  );
  const first = Math.min(...indexes);
  const schemas = replaceOnPage(design, page, (list) =>
    list.flatMap((field, at) => (at === first ? [section] : indexes.includes(at) ? [] : [field])),
  );
  return { design: { ...design, schemas }, name };
}

/** Adds fields to a section, which grows around them. */
export function addToSection(
  design: Design,
  { page, indexes }: FieldsOfPage,
  sectionIndex: number,
  index: ManifestIndex,
): Design {
  const fields = design.schemas[page] ?? [];
  const section = fields[sectionIndex];
  const added = indexes.filter((at) => at !== sectionIndex).flatMap((at) => fields[at] ?? []);
  if (section === undefined || added.length === 0) return design;
  const box = boxAround([section, ...added]);
  const inside = indexInSection(section.name, index);
  const [left, top] = [section.position.x - box.position.x, section.position.y - box.position.y];
  const moved = rawFieldsOf(section).map((raw) => movedRaw(raw, left, top));
  const grown: DesignField = {
    ...section,
    ...box,
    fields: [...moved, ...added.map((field) => rawInside(field, box, inside))],
  };
  const schemas = replaceOnPage(design, page, (list) =>
    list.flatMap((field, at) =>
      at === sectionIndex ? [grown] : indexes.includes(at) ? [] : [field],
    ),
  );
  return { ...design, schemas };
}

/** Replaces a section by its fields, which keep their places. Values of its rows become placeholders. */
export function ungroup(
  design: Design,
  page: number,
  sectionIndex: number,
  index: ManifestIndex,
): { readonly design: Design; readonly names: ReadonlyArray<string> } {
  const section = design.schemas[page]?.[sectionIndex];
  if (section === undefined) return { design, names: [] };
  const freed = freeFields(section, rawFieldsOf(section).flatMap(parseField), index, [
    ...namesOf(design),
  ]);
  const schemas = replaceOnPage(design, page, (list) =>
    list.flatMap((field, at) => (at === sectionIndex ? freed : [field])),
  );
  return { design: { ...design, schemas }, names: freed.map(({ name }) => name) };
}

/**
 * The fields of a section as fields of what is around it.
 *
 * @param index The keys around the section.
 */
export function freeFields(
  section: DesignField,
  fields: ReadonlyArray<DesignField>,
  index: ManifestIndex,
  usedNames: ReadonlyArray<string>,
): ReadonlyArray<DesignField> {
  const used = new Set(usedNames);
  const inside = indexInSection(section.name, index);
  return fields.map((field) => {
    const { x, y } = section.position;
    const position = { x: round(field.position.x + x), y: round(field.position.y + y) };
    const moved = { ...field, position };
    const free = isOfRow(field, inside, index) ? withoutRow(moved, used) : moved;
    const name = bindingOf(free.name, index).kind === "static" ? uniqueLabel(free.name, used) : "";
    const named = name === "" ? free : { ...free, name };
    used.add(named.name);
    return withDefaults(named, index);
  });
}

function isOfRow({ name }: DesignField, inside: ManifestIndex, index: ManifestIndex): boolean {
  return bindingOf(name, inside).kind !== "static" && bindingOf(name, index).kind === "static";
}

/** A field of a row outside of its section, with a placeholder that the list of problems names. */
function withoutRow(field: DesignField, used: ReadonlySet<string>): DesignField {
  const key = boundKey(field.name);
  const plain = unbindField(field, key, used);
  return TEXT_TYPES.has(field.type) ? { ...plain, [textSettingOf(field)]: `{${key}}` } : plain;
}

function rawInside(field: DesignField, { position }: Box, index: ManifestIndex): unknown {
  const { x, y } = field.position;
  const moved = { ...field, position: { x: x - position.x, y: y - position.y } };
  return withoutDefaults(moved, index);
}

function movedRaw(raw: unknown, x: number, y: number): unknown {
  const [field] = parseField(raw);
  if (field === undefined || (x === 0 && y === 0)) return raw;
  const position = { x: round(field.position.x + x), y: round(field.position.y + y) };
  return typeof raw === "object" ? { ...raw, position } : raw;
}

type Box = Pick<DesignField, "position" | "width" | "height">;

function boxAround(fields: ReadonlyArray<DesignField>): Box {
  const x = Math.min(...fields.map(({ position }) => position.x));
  const y = Math.min(...fields.map(({ position }) => position.y));
  const right = Math.max(...fields.map(({ position, width }) => position.x + width));
  const bottom = Math.max(...fields.map(({ position, height }) => position.y + height));
  return {
    position: { x, y },
    width: round(Math.max(MIN_SIZE, right - x)),
    height: round(Math.max(MIN_SIZE, bottom - y)),
  };
}

function replaceOnPage(
  { schemas }: Design,
  page: number,
  change: (fields: ReadonlyArray<DesignField>) => ReadonlyArray<DesignField>,
): Design["schemas"] {
  return schemas.map((fields, at) => (at === page ? change(fields) : fields));
}

function round(millimetres: number): number {
  return Math.round(millimetres * 100) / 100;
}
