import { Layout } from "@paraph/core/layouts";
import type { InputData, InputRow, Manifest } from "@paraph/core/manifests";
import { randomNumbers } from "@paraph/testing/random_numbers";
import { Schema } from "effect";

import { wordsOf } from "../render/words.ts";

const field = (key: string, dataType: "text" | "currency" = "text") =>
  ({ key, label: key, dataType, required: false }) as const;

const BOOKING = [
  field("region"),
  field("account"),
  field("month"),
  field("date"),
  field("reference"),
  field("description"),
  field("amount", "currency"),
];

const manifest: Manifest = {
  variables: [],
  loops: [
    { key: "bookings", label: "Bookings", itemFields: BOOKING },
    {
      key: "books",
      label: "Books",
      itemFields: [field("title")],
      loops: [{ key: "bookings", label: "Bookings", itemFields: BOOKING }],
    },
  ],
};

const SUM = { columns: { amount: "sum" } };
const CELLS = { fontSize: 7, padding: { top: 0.4, bottom: 0.4, left: 1, right: 1 } };

const GROUPS = {
  groupBy: [
    {
      by: "region",
      header: "Region {= row.region }",
      totals: { ...SUM, label: "Region {= row.region }" },
    },
    {
      by: "account",
      header: "Account {= row.account }",
      totals: { ...SUM, label: "Account {= row.account }" },
      restartRunning: true,
    },
    { by: "month", totals: { ...SUM, label: "{= row.month }" } },
  ],
  pageTotals: { ...SUM, label: "This page" },
  carryOver: {
    columns: ["amount"],
    broughtForward: "Brought forward",
    carriedForward: "Carried forward",
  },
};

const tableOf = (loop: string, more: object) => ({
  name: loop,
  type: "table",
  position: { x: 15, y: 20 },
  width: 180,
  height: 20,
  columns: ["date", "reference", "description", "amount", "{= running(row.amount) }"],
  head: ["Date", "Reference", "Description", "Amount", "Balance"],
  headStyles: CELLS,
  bodyStyles: CELLS,
  totals: { ...SUM, label: "All" },
  ...more,
});

const FORMS = {
  table: tableOf("bookings", GROUPS),
  spans: tableOf("bookings", {
    columns: ["region", "account", "month", "reference", "description", "amount"],
    head: ["Region", "Account", "Month", "Reference", "Description", "Amount"],
    rowSpans: [{ column: "region" }, { column: "account" }, { column: "month" }],
  }),
  rich: tableOf("bookings", { cells: { description: { type: "text", richText: true } } }),
  sections: {
    name: "books",
    type: "section",
    position: { x: 15, y: 20 },
    width: 180,
    height: 20,
    fields: [tableOf("books.bookings", { ...GROUPS, position: { x: 0, y: 0 } })],
  },
};

/** One table, one with cells over rows or with rich text, or ten in sections. */
export type Form = keyof typeof FORMS;

/** The number of sections with a table each. */
export const SECTIONS = 10;

/** The statement as it is published. */
export function sourceOf(form: Form, tagged: boolean) {
  const basePdf = {
    width: 210,
    height: 297,
    padding: [20, 15, 20, 15],
    staticSchema: [
      {
        name: "page",
        type: "text",
        content: "Page {currentPage} of {totalPages}",
        position: { x: 150, y: 284 },
        width: 45,
        height: 5,
        fontSize: 8,
      },
    ],
  };
  const layout = Schema.decodeUnknownSync(Layout)({ basePdf, tagged, schemas: [[FORMS[form]]] });
  return { layout, manifest, title: "Statement" };
}

/** Bookings of ten regions, with a hundred bookings to a month and ten months to an account. */
export function inputOf(form: Form, count: number): InputData {
  const random = randomNumbers(77);
  const words = wordsOf("latin", random);
  const rows = Array.from({ length: count }, (_, index): InputRow => {
    const month = `2025-${String(1 + (Math.floor(index / 100) % 10)).padStart(2, "0")}`;
    return {
      region: `R${Math.floor((index * 10) / count)}`,
      account: `A${Math.floor(index / 1_000)}`,
      month,
      date: `${month}-${String(1 + (index % 28)).padStart(2, "0")}`,
      reference: `TX${1_000_000 + Math.floor(random() * 8_999_999)}`,
      description: form === "rich" ? `**${words(1)}** ${words(2)}` : words(3),
      amount: ((random() - 0.5) * 2_000).toFixed(2),
    };
  });
  if (form !== "sections") return { values: {}, loops: { bookings: rows, books: [] } };
  const share = count / SECTIONS;
  const books = Array.from({ length: SECTIONS }, (_, index) => ({
    title: `B${index}`,
    bookings: rows.slice(index * share, (index + 1) * share),
  }));
  return { values: {}, loops: { bookings: [], books } };
}
