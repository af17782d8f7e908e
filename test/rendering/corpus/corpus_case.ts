import type { Layout } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

/** A document that must keep looking as it does and say what was put into it. */
export interface CorpusCase {
  readonly name: string;
  readonly layout: Layout;
  readonly manifest: Manifest;
  /** As a client submits it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What a reader extracts from all pages, white space aside; not given where the base PDF speaks too. */
  readonly reads: string | undefined;
  /** The pages whose picture is kept, from 0; negative ones count from the end. */
  readonly shown: ReadonlyArray<number>;
}

/** A small sheet, so that pictures of it are small and letters on them are not. */
const SHEET = { width: 105, height: 148, padding: [8, 8, 8, 8] } as const;

/** A case in short: its fields page by page, and where it differs from a usual one. */
export interface CaseSketch {
  readonly pages: ReadonlyArray<ReadonlyArray<object>>;
  /** A PDF to draw on, or what every page shows. */
  readonly base?: string | { readonly staticSchema: ReadonlyArray<object> };
  readonly variables?: Manifest["variables"];
  readonly loops?: Manifest["loops"];
  readonly data?: CorpusCase["data"];
  readonly reads?: CorpusCase["reads"];
  readonly shown?: CorpusCase["shown"];
}

/** Completes a sketch. */
export function corpusCase(name: string, sketch: CaseSketch): CorpusCase {
  const { pages, base, variables = [], loops = [], data = {}, reads, shown = [0] } = sketch;
  const basePdf = typeof base === "string" ? base : { ...SHEET, ...base };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  const layout = { basePdf, schemas: pages } as unknown as Layout;
  return { name, layout, manifest: { variables, loops }, data, reads, shown };
}

/** A field as wide as the sheet lets it be, so many millimetres from the top. */
export const put = (y: number, height: number, more: object) => ({
  name: `at ${y}`,
  type: "text",
  position: { x: 8, y },
  width: 89,
  height,
  fontSize: 11,
  ...more,
});

/** A field in a column of its own: half the sheet wide. */
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
  Array.from({ length: count }, (_, at) => ({ name: `Item ${at + 1}`, note, price: `${at}.5` }));

/** What such rows print as, cell by cell. */
export const printed = (count: number, note = "", first = 0) =>
  Array.from(
    { length: count },
    (_, at) => `Item${first + at + 1}${note}€${(first + at).toLocaleString("en")}.50`,
  ).join("");

/** A table of that loop; its bindings end in what follows `#`. */
export const linesTable = (y: number, more: object = {}) =>
  put(y, 20, { name: "lines", type: "table", ...more });
