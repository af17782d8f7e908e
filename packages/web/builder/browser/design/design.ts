/** One thing on a page as the designer has it: a name, a type, a box in millimetres, its type's settings. */
export interface DesignField {
  readonly name: string;
  readonly type: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly content?: string;
  readonly readOnly?: boolean;
  readonly [setting: string]: unknown;
}

/** A blank sheet and what every page of it shows; padding in CSS order. */
export interface BlankBase {
  readonly width: number;
  readonly height: number;
  readonly padding: readonly [number, number, number, number];
  readonly staticSchema?: ReadonlyArray<DesignField>;
}

/** What is designed: sheets, blank or of a PDF, and the fields on each. */
export interface Design {
  /** A PDF as a `data:` URI, or a blank sheet. */
  readonly basePdf: string | BlankBase;
  readonly schemas: ReadonlyArray<ReadonlyArray<DesignField>>;
}

/** Whether it is drawn on a PDF, which can neither grow nor get pages. */
export function isOverlay({ basePdf }: Design): boolean {
  return typeof basePdf === "string";
}

/** The names of all fields, which no two share. */
export function namesOf({ basePdf, schemas }: Design): Set<string> {
  const repeated = typeof basePdf === "string" ? [] : (basePdf.staticSchema ?? []);
  return new Set([...repeated, ...schemas.flat()].map(({ name }) => name));
}

/** The same design with each field replaced; itself when nothing is. */
export function mapFields(design: Design, change: (field: DesignField) => DesignField): Design {
  const schemas = design.schemas.map((fields) => {
    const changed = fields.map(change);
    return changed.every((field, at) => field === fields[at]) ? fields : changed;
  });
  return schemas.every((fields, at) => fields === design.schemas[at])
    ? design
    : { ...design, schemas };
}
