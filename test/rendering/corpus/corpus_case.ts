import type { Layout } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

/** A document whose appearance and text must not change. */
export interface CorpusCase {
  readonly name: string;
  readonly layout: Layout;
  readonly manifest: Manifest;
  /** The data as a client submits it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The text of all pages without white space; absent if the base PDF has text too. */
  readonly expectedText: string | undefined;
  /** The pages whose picture is stored, from 0; negative ones count from the end. */
  readonly goldenPages: ReadonlyArray<number>;
}

/** A small sheet, so that pictures are small and letters are not. */
const SHEET = { width: 105, height: 148, padding: [8, 8, 8, 8] } as const;

/** A short case: its fields page by page, and its differences from the defaults. */
export interface CaseSketch {
  readonly pages: ReadonlyArray<ReadonlyArray<object>>;
  /** A base PDF, or the elements of every page. */
  readonly base?: string | { readonly staticSchema: ReadonlyArray<object> };
  /** Settings of the layout. */
  readonly settings?: object;
  readonly variables?: Manifest["variables"];
  readonly loops?: Manifest["loops"];
  readonly data?: CorpusCase["data"];
  readonly expectedText?: CorpusCase["expectedText"];
  readonly goldenPages?: CorpusCase["goldenPages"];
}

/** Completes a sketch. */
export function corpusCase(name: string, sketch: CaseSketch): CorpusCase {
  const {
    pages,
    base,
    settings = {},
    variables = [],
    loops = [],
    data = {},
    expectedText,
    goldenPages = [0],
  } = sketch;
  const basePdf = typeof base === "string" ? base : { ...SHEET, ...base };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  const layout = { ...settings, basePdf, schemas: pages } as unknown as Layout;
  return { name, layout, manifest: { variables, loops }, data, expectedText, goldenPages };
}

/** A field of the full width of the sheet, this many millimetres from the top. */
export const put = (y: number, height: number, more: object) => ({
  name: `at ${y}`,
  type: "text",
  position: { x: 8, y },
  width: 89,
  height,
  fontSize: 11,
  ...more,
});

/** A field of half the width of the sheet. */
export const half = (side: "left" | "right", y: number, height: number, more: object) =>
  put(y, height, {
    name: `${side} ${y}`,
    position: { x: side === "left" ? 8 : 54, y },
    width: 43,
    ...more,
  });

/** A variable. */
export const variable = (
  key: string,
  dataType: Manifest["variables"][number]["dataType"] = "longtext",
  format?: string,
) => ({ key, label: key, dataType, required: false, ...(format === undefined ? {} : { format }) });

/** A loop of items with a name, a note and a price. */
export const LINES: Manifest["loops"][number] = {
  key: "lines",
  label: "Lines",
  itemFields: [
    { key: "name", label: "Name", dataType: "text", required: false },
    { key: "note", label: "Note", dataType: "longtext", required: false },
    { key: "price", label: "Price", dataType: "currency", required: false, format: "currency:EUR" },
  ],
};

/** Rows of it. */
export const lines = (count: number, note = "") =>
  Array.from({ length: count }, (_, index) => ({
    name: `Item ${index + 1}`,
    note,
    price: `${index}.5`,
  }));

/** The printed text of these rows, cell by cell. */
export const linesText = (count: number, note = "", first = 0) =>
  Array.from(
    { length: count },
    (_, index) => `Item${first + index + 1}${note}€${(first + index).toLocaleString("en")}.50`,
  ).join("");

/** A table of that loop; its bindings end in the suffix after `#`. */
export const linesTable = (y: number, more: object = {}) =>
  put(y, 20, { name: "lines", type: "table", ...more });
