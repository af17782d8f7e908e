import { isRecord } from "../../../ui/browser/is_record.ts";

/** A field of the designer: a name, a type, a box in millimetres, and the settings of its type. */
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

/** A blank page with the fields of every page; padding in CSS order. */
export interface BlankBase {
  readonly width: number;
  readonly height: number;
  readonly padding: readonly [number, number, number, number];
  readonly staticSchema?: ReadonlyArray<DesignField>;
}

/** Pages, blank or of a PDF, with the fields of each. */
export interface Design {
  /** A PDF as a `data:` URI, or a blank page. */
  readonly basePdf: string | BlankBase;
  readonly schemas: ReadonlyArray<ReadonlyArray<DesignField>>;
  /** The settings of pages that differ from the base, by position. */
  readonly pages?: ReadonlyArray<OwnPage | null>;
}

/** How a page differs from the base. */
type OwnPage = Readonly<Record<string, unknown>>;

/** Whether the design is on a PDF, whose pages are fixed. */
export function isOverlay({ basePdf }: Design): boolean {
  return typeof basePdf === "string";
}

/** Returns the names of all fields; they are unique. */
export function namesOf(design: Design): Set<string> {
  return new Set([...staticFieldsOf(design), ...design.schemas.flat()].map(({ name }) => name));
}

/** A field that repeats on pages. */
interface StaticField extends Readonly<Record<string, unknown>> {
  readonly name: string;
}

/** The fields that repeat on pages. */
export function staticFieldsOf({ basePdf, pages = [] }: Design): ReadonlyArray<StaticField> {
  const common = typeof basePdf === "string" ? [] : (basePdf.staticSchema ?? []);
  const own = pages.flatMap((page): ReadonlyArray<unknown> => {
    const fields = page?.["staticSchema"];
    return Array.isArray(fields) ? fields : [];
  });
  return [...common, ...own.filter(isStaticField)];
}

function isStaticField(field: unknown): field is StaticField {
  return isRecord(field) && typeof field["name"] === "string";
}

/** Adds an empty page, or removes one, with its settings. */
export function withPages(
  design: Design,
  change: <Item>(pages: ReadonlyArray<Item>, empty: Item) => ReadonlyArray<Item>,
): Design {
  const schemas = change(design.schemas, []);
  if (design.pages === undefined) return { ...design, schemas };
  const pages = design.schemas.map((_, index) => design.pages?.[index] ?? null);
  return { ...design, schemas, pages: change<OwnPage | null>(pages, null) };
}

/** Maps the fields of all pages; returns the same design if none changes. */
export function mapFields(design: Design, change: (field: DesignField) => DesignField): Design {
  const schemas = design.schemas.map((fields) => {
    const newFields = fields.map(change);
    return newFields.every((field, index) => field === fields[index]) ? fields : newFields;
  });
  return schemas.every((fields, index) => fields === design.schemas[index])
    ? design
    : { ...design, schemas };
}

/**
 * Whether two designs print the same. The designer changes the height of tables to fit their placeholders,
 * and has several ways to write an unset value: neither is a change of the user.
 */
export function isSameDesign(one: Design, other: Design): boolean {
  if (one.basePdf !== other.basePdf) {
    if (typeof one.basePdf === "string" || typeof other.basePdf === "string") return false;
    if (JSON.stringify(one.basePdf) !== JSON.stringify(other.basePdf)) return false;
  }
  return (
    JSON.stringify(one.pages ?? []) === JSON.stringify(other.pages ?? []) &&
    one.schemas.length === other.schemas.length &&
    one.schemas.every((fields, page) => areSame(fields, other.schemas[page] ?? []))
  );
}

function areSame(ones: ReadonlyArray<DesignField>, others: ReadonlyArray<DesignField>): boolean {
  return (
    ones.length === others.length &&
    ones.every((one, index) => fingerprint(one) === fingerprint(others[index]))
  );
}

/** The settings of a field that print, as a text. */
export function fingerprint(field: DesignField | undefined): string {
  if (field === undefined) return "";
  const settings = Object.entries(field).filter(
    ([name, value]) =>
      value !== null &&
      value !== undefined &&
      value !== false &&
      value !== "" &&
      name !== "id" &&
      !(name === "height" && field.type === "table"),
  );
  return JSON.stringify(settings.toSorted(([one], [other]) => one.localeCompare(other)));
}
