import {
  type CorpusCase,
  corpusCase,
  LINES,
  lines,
  linesTable,
  linesText,
  put,
  variable,
} from "./corpus_case.ts";

const WORDS = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ");
const PAGE_NUMBERS = {
  staticSchema: [
    put(140, 6, { content: "{currentPage} of {totalPages}", alignment: "right", fontSize: 8 }),
  ],
};
const HEAD = "NameNotePrice";
const text = variable("text");

/** Elements that grow, move, are omitted or continue on the next page. */
export const FLOW: ReadonlyArray<CorpusCase> = [
  corpusCase("expanding_text", {
    pages: [
      [put(8, 10, { name: "text", overflow: "expand" }), put(22, 10, { content: "Below it" })],
    ],
    variables: [text],
    data: { text: WORDS },
    expectedText: `${WORDS}Below it`,
    goldenPages: [0, -1],
  }),
  corpusCase("expanding_list", {
    pages: [
      [
        put(8, 10, { name: "lines", type: "list", overflow: "expand" }),
        put(22, 10, { content: "Below it" }),
      ],
    ],
    loops: [LINES],
    data: { lines: lines(40) },
    expectedText: `${Array.from({ length: 40 }, (_, index) => `•Item${index + 1}`).join("")}Below it`,
    goldenPages: [0, -1],
  }),
  corpusCase("table_over_pages", {
    pages: [[linesTable(8), put(32, 10, { content: "Below it" })]],
    loops: [LINES],
    data: { lines: lines(40) },
    goldenPages: [0, 1, -1],
  }),
  corpusCase("table_numbered_pages", {
    base: PAGE_NUMBERS,
    pages: [[linesTable(8, { showHead: false })]],
    loops: [LINES],
    data: { lines: lines(30) },
    goldenPages: [0, -1],
  }),
  corpusCase("table_head_once", {
    pages: [[linesTable(8, { repeatHead: false })]],
    loops: [LINES],
    data: { lines: lines(30) },
    expectedText: HEAD + linesText(30),
    goldenPages: [0, -1],
  }),
  corpusCase("two_tables", {
    pages: [
      [
        linesTable(8, { showHead: false }),
        put(32, 8, { content: "Between" }),
        linesTable(42, { name: "lines#again", columns: ["name"], showHead: false }),
      ],
    ],
    loops: [LINES],
    data: { lines: lines(8) },
    expectedText: `${linesText(8)}Between${Array.from({ length: 8 }, (_, index) => `Item${index + 1}`).join("")}`,
    goldenPages: [0, -1],
  }),
  corpusCase("row_higher_than_page", {
    pages: [[linesTable(8, { showHead: false })]],
    loops: [LINES],
    data: { lines: [{ name: "Item 1", note: WORDS, price: "1" }] },
    goldenPages: [0, -1],
  }),
  corpusCase("empty_loop", {
    pages: [
      [
        put(8, 8, { content: "Above" }),
        linesTable(20),
        put(42, 8, { content: "No lines", unless: "lines" }),
        put(52, 8, { content: "Below" }),
      ],
    ],
    loops: [LINES],
    data: { lines: [] },
    expectedText: `Above${HEAD}No lines Below`,
  }),
  corpusCase("empty_values", {
    pages: [
      [
        put(8, 8, { name: "text" }),
        put(20, 8, { content: "[{text}] [{amount}] [{day}]" }),
        put(30, 10, { name: "lines", type: "list" }),
        put(50, 20, { name: "logo", type: "image" }),
      ],
    ],
    variables: [
      text,
      variable("amount", "currency"),
      variable("day", "date"),
      variable("logo", "image"),
    ],
    loops: [LINES],
    expectedText: "[] [] []",
  }),
  corpusCase("hidden_fields", {
    pages: [
      [
        put(8, 8, { content: "Shown", when: "yes" }),
        put(20, 30, { content: "Hidden", when: "no" }),
        put(54, 8, { content: "Closed up", unless: "no" }),
        put(66, 8, { content: "Hidden too", unless: "yes" }),
        put(78, 8, { content: "At the end" }),
      ],
    ],
    variables: [variable("yes", "boolean"), variable("no", "boolean")],
    data: { yes: true, no: false },
    expectedText: "Shown Closed up At the end",
  }),
  corpusCase("kept_together", {
    pages: [
      [
        put(8, 10, { name: "text", overflow: "expand" }),
        put(22, 14, { type: "rectangle", borderColor: "#000000", borderWidth: 0.5 }),
        put(24, 8, { content: "A label in its frame" }),
      ],
    ],
    variables: [text],
    data: { text: WORDS.slice(0, 1290) },
    expectedText: `${WORDS.slice(0, 1290)}A label in its frame`,
    goldenPages: [0, -1],
  }),
  corpusCase("several_pages", {
    base: PAGE_NUMBERS,
    pages: [
      [put(8, 8, { content: "First" })],
      [put(8, 8, { content: "Second" })],
      [put(60, 8, { content: "Third" })],
    ],
    expectedText: "1 of 3 First 2 of 3 Second 3 of 3 Third",
    goldenPages: [0, 1, 2],
  }),
  corpusCase("page_breaks", {
    base: PAGE_NUMBERS,
    pages: [
      [
        put(8, 8, { content: "Never first on a second page", pageBreakBefore: true }),
        put(20, 8, { content: "On the second page", pageBreakBefore: true }),
        put(32, 8, { content: "Below it" }),
        put(44, 8, { content: "Hidden", when: "no", pageBreakBefore: true }),
      ],
    ],
    variables: [variable("no", "boolean")],
    expectedText: "1 of 2 Never first on a second page 2 of 2 On the second page Below it",
    goldenPages: [0, 1],
  }),
  corpusCase("kept_with_next", {
    pages: [
      [
        put(8, 110, { content: "Above" }),
        put(126, 8, { content: "Heading", keepWithNext: true }),
        linesTable(135, { showHead: false, height: 5 }),
      ],
    ],
    loops: [LINES],
    data: { lines: lines(5) },
    expectedText: `AboveHeading${linesText(5)}`,
    goldenPages: [0, 1],
  }),
  corpusCase("totals", {
    pages: [
      [
        linesTable(8, {
          columns: ["name", "price"],
          totals: { label: "Sum of {count}", columns: { price: "sum" } },
          columnStyles: { format: { "1": "currency:EUR@de-DE" } },
        }),
      ],
    ],
    variables: [variable("count", "number")],
    loops: [LINES],
    data: { count: 3, lines: ["0.1", "0.2", "1000"].map((price) => ({ name: "x", price })) },
    expectedText: "Name Price x 0,10 € x 0,20 € x 1.000,00 € Sum of 3 1.000,30 €",
  }),
  corpusCase("many_rows", {
    base: PAGE_NUMBERS,
    pages: [
      [
        linesTable(8, {
          showHead: false,
          bodyStyles: { fontSize: 6, padding: { top: 0.5, right: 1, bottom: 0.5, left: 1 } },
        }),
        linesTable(30, {
          name: "more",
          showHead: false,
          bodyStyles: { fontSize: 6, padding: { top: 0.5, right: 1, bottom: 0.5, left: 1 } },
        }),
      ],
    ],
    loops: [LINES, { ...LINES, key: "more" }],
    data: { lines: lines(10_000), more: lines(10_000) },
    goldenPages: [0, -1],
  }),
  corpusCase("long_text", {
    pages: [
      Array.from({ length: 10 }, (_, index) =>
        put(8 + index * 10, 8, { name: `text${index}`, overflow: "expand", fontSize: 7 }),
      ),
    ],
    variables: Array.from({ length: 10 }, (_, index) => variable(`text${index}`)),
    data: Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `text${index}`,
        `${index} ${"lorem ipsum dolor ".repeat(5_500)}`,
      ]),
    ),
    expectedText: Array.from(
      { length: 10 },
      (_, index) => `${index}${"loremipsumdolor".repeat(5_500)}`,
    ).join(""),
    goldenPages: [0, -1],
  }),
];
