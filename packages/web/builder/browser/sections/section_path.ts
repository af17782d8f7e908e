import { isRecord } from "../../../ui/browser/is_record.ts";
import type { Design, DesignField } from "../design/design.ts";

/** A section: its page, and its position and those of the sections around it, from the outermost. */
export interface SectionPath {
  readonly page: number;
  readonly positions: ReadonlyArray<number>;
}

/** The sections of a path, from the outermost; `undefined` if one of them does not exist. */
export function sectionsAt(
  { schemas }: Design,
  { page, positions }: SectionPath,
): ReadonlyArray<DesignField> | undefined {
  let fields: ReadonlyArray<unknown> = schemas[page] ?? [];
  const sections: Array<DesignField> = [];
  for (const position of positions) {
    const field = fields[position];
    if (!isRecord(field) || field["type"] !== "section") return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields without a place are not shown
    sections.push(field as unknown as DesignField);
    fields = rawFieldsOf(field);
  }
  return sections;
}

/** The path without sections that no longer exist; `undefined` if none is left. */
export function existingPath(
  design: Design,
  path: SectionPath | undefined,
): SectionPath | undefined {
  if (path === undefined || path.positions.length === 0) return undefined;
  return sectionsAt(design, path) === undefined
    ? existingPath(design, { ...path, positions: path.positions.slice(0, -1) })
    : path;
}

/** Changes the section of a path. */
export function changeSectionAt(
  design: Design,
  { page, positions }: SectionPath,
  change: (section: DesignField) => DesignField,
): Design {
  const changeIn = (fields: ReadonlyArray<unknown>, level: number): ReadonlyArray<unknown> =>
    fields.map((field, index) => {
      if (index !== positions[level] || !isRecord(field)) return field;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see sectionsAt
      const section = field as unknown as DesignField;
      return level === positions.length - 1
        ? change(section)
        : { ...section, fields: changeIn(rawFieldsOf(section), level + 1) };
    });
  return {
    ...design,
    schemas: design.schemas.map((fields, index) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- maps fields to fields
      index === page ? (changeIn(fields, 0) as ReadonlyArray<DesignField>) : fields,
    ),
  };
}

/** The fields of a section, as they are in layouts. */
export function rawFieldsOf(section: Readonly<Record<string, unknown>>): ReadonlyArray<unknown> {
  const { fields } = section;
  return Array.isArray(fields) ? fields : [];
}
