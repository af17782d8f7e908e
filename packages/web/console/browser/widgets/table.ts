import { h } from "../../../ui/browser/dom.ts";

/** A column of a table. */
export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Node | string;
}

/** A table; in narrow windows each row is a card, with labels before its cells. */
export function table<Row>(
  caption: string,
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>,
): HTMLElement {
  const head = h("tr", {}, ...columns.map(({ label }) => h("th", { scope: "col" }, label)));
  const lines = rows.map((row) =>
    h(
      "tr",
      {},
      ...columns.map(({ label, cell }) =>
        h("td", { "data-label": label }, h("div", { dir: "auto" }, cell(row))),
      ),
    ),
  );
  return h(
    "div",
    { class: "card table" },
    h(
      "table",
      {},
      h("caption", { class: "sr-only" }, caption),
      h("thead", {}, head),
      h("tbody", {}, ...lines),
    ),
  );
}
