import {
  type CorpusCase,
  corpusCase,
  half,
  LINES,
  lines,
  linesTable,
  linesText,
  put,
  variable,
} from "./corpus_case.ts";

const SENTENCE = "A text that is long enough to be broken into three lines or four in its box.";
const ALIGNMENTS = ["left", "center", "right", "justify"];
const FONTS = [
  "Roboto",
  "Roboto-Light",
  "Roboto-Medium",
  "Roboto-Bold",
  "Roboto-Italic",
  "Roboto-BoldItalic",
];

/** Text fields with every setting that affects their appearance. */
export const FIELDS: ReadonlyArray<CorpusCase> = [
  corpusCase("text_alignments", {
    pages: [
      ALIGNMENTS.map((alignment, index) =>
        half("left", 8 + index * 30, 26, { content: SENTENCE, alignment }),
      ),
    ],
    expectedText: SENTENCE.repeat(4),
  }),
  corpusCase("text_vertical", {
    pages: [
      ["top", "middle", "bottom"].map((verticalAlignment, index) =>
        put(8 + index * 40, 36, {
          content: SENTENCE,
          verticalAlignment,
          backgroundColor: "#dddddd",
        }),
      ),
    ],
    expectedText: SENTENCE.repeat(3),
  }),
  corpusCase("text_fonts", {
    pages: [
      FONTS.map((fontName, index) =>
        put(8 + index * 14, 12, { content: `${fontName} Ωж 12`, fontName, fontSize: 14 }),
      ),
    ],
    expectedText: FONTS.map((font) => `${font} Ωж 12`).join(""),
  }),
  corpusCase("text_styles", {
    pages: [
      [
        put(8, 10, { content: "Underlined", underline: true }),
        put(20, 10, { content: "Struck through", strikethrough: true }),
        put(32, 16, { content: "Spaced out", characterSpacing: 4, fontColor: "#c02020" }),
        put(50, 24, {
          content: SENTENCE,
          lineHeight: 1.8,
          verticalAlignment: "middle",
          backgroundColor: "#ffffaa",
        }),
        put(84, 24, {
          content: "Framed",
          padding: { top: 2, left: 6 },
          borderColor: "#0000aa",
          borderWidth: { top: 1, right: 1, bottom: 1, left: 1 },
        }),
      ],
    ],
    expectedText: `Underlined Struck through Spaced out ${SENTENCE} Framed`,
  }),
  corpusCase("text_rotated", {
    pages: [
      [0, 30, 90, 180, 315].map((rotate, index) =>
        half(index % 2 === 0 ? "left" : "right", 20 + index * 22, 8, {
          content: `Turned ${rotate}`,
          rotate,
          backgroundColor: "#cfe8ff",
          opacity: 1 - index / 8,
        }),
      ),
    ],
    expectedText: [0, 30, 90, 180, 315].map((angle) => `Turned ${angle}`).join(""),
  }),
  corpusCase("text_markdown", {
    pages: [
      [
        put(8, 30, {
          content: "Plain **bold** and *italic* and ***both***, \\*escaped\\*, {who}.",
          textFormat: "inline-markdown",
        }),
        put(45, 30, { name: "who#plain" }),
      ],
    ],
    variables: [variable("who")],
    data: { who: "**not bold**" },
    expectedText: "Plain bold and italic and both, *escaped*, **not bold**. **not bold**",
  }),
  corpusCase("text_fitted", {
    pages: [
      [
        put(8, 12, {
          content: SENTENCE,
          dynamicFontSize: { min: 4, max: 30, fit: "vertical" },
          backgroundColor: "#eeeeee",
        }),
        put(30, 40, {
          content: SENTENCE,
          dynamicFontSize: { min: 4, max: 60, fit: "vertical" },
          backgroundColor: "#eeeeee",
        }),
        put(80, 12, {
          content: "One line",
          dynamicFontSize: { min: 4, max: 60, fit: "horizontal" },
          backgroundColor: "#eeeeee",
        }),
      ],
    ],
    expectedText: `${SENTENCE.repeat(2)}One line`,
  }),
  corpusCase("text_unbroken", {
    pages: [
      [
        half("left", 8, 100, {
          content: `https://example.com/${"a-very-long-path/".repeat(5)} ${"x".repeat(80)}`,
        }),
      ],
    ],
    expectedText: `https://example.com/${"a-very-long-path/".repeat(5)} ${"x".repeat(80)}`,
  }),
  corpusCase("multi_variable_text", {
    pages: [
      [
        put(8, 60, {
          type: "multiVariableText",
          text: "Dear {name},\nyou owe {total} (or {total|currency:USD@en-US}), { 6 to 7 } {}.",
          content: "",
        }),
      ],
    ],
    variables: [variable("name"), variable("total", "currency", "currency:EUR")],
    data: { name: "{6*7} {constructor} {/(a+)+$/.test(x)}", total: "1234.5" },
    expectedText: undefined,
  }),
  corpusCase("braces_in_data", {
    pages: [[put(8, 60, { name: "text" }), put(80, 10, { content: "{currentPage}/{totalPages}" })]],
    variables: [variable("text")],
    data: {
      text: "{6*7}, {constructor} and {/(a+)+$/.test(x)}; {currentPage} {totalPages} {text}",
    },
    expectedText:
      "{6*7}, {constructor} and {/(a+)+$/.test(x)}; {currentPage} {totalPages} {text} 1/1",
  }),
  corpusCase("dates_and_choices", {
    pages: [
      ["date", "time", "dateTime", "select"].map((type, index) =>
        put(8 + index * 14, 10, { type, content: `${type}: 14/03/2025` }),
      ),
    ],
    expectedText: ["date", "time", "dateTime", "select"]
      .map((type) => `${type}: 14/03/2025`)
      .join(""),
  }),
  corpusCase("list_bullets", {
    pages: [
      [
        put(8, 60, {
          type: "list",
          content:
            '["First item","Second **item**","An item that is so long that it has to be broken into lines"]',
          itemSpacing: 2,
        }),
      ],
    ],
    expectedText:
      "•First item•Second **item**•An item that is so long that it has to be broken into lines",
  }),
  corpusCase("list_of_loop", {
    pages: [
      [
        put(8, 60, {
          name: "lines",
          type: "list",
          listStyle: "ordered",
          columns: ["name", "price"],
          markerWidth: 8,
        }),
      ],
    ],
    loops: [LINES],
    data: { lines: lines(12) },
    expectedText: Array.from(
      { length: 12 },
      (_, index) => `${index + 1}.Item${index + 1}–€${index}.50`,
    ).join(""),
  }),
  corpusCase("list_of_value", {
    pages: [[put(8, 60, { name: "text", type: "list", listStyle: "bullet" })]],
    variables: [variable("text")],
    data: { text: "one\ntwo\nthree שלום" },
    expectedText: "•one•two•three שלום",
  }),
  corpusCase("table_fixed", {
    pages: [
      [
        put(8, 40, {
          type: "table",
          head: ["Left", "Centre", "Right"],
          headWidthPercentages: [50, 25, 25],
          content: '[["a","b","c"],["a text that is broken","e","f"],["","","i"]]',
          columnStyles: { alignment: { "1": "center", "2": "right" } },
          tableStyles: { borderColor: "#333333", borderWidth: 0.5 },
        }),
      ],
    ],
    expectedText: "Left Centre Right a b c a text that is broken e f i",
  }),
  corpusCase("table_styles", {
    pages: [
      [
        linesTable(8, {
          columns: ["price", "name"],
          head: ["Cost", "What"],
          headStyles: {
            backgroundColor: "#204060",
            fontColor: "#ffff00",
            fontName: "Roboto-Bold",
            alignment: "center",
          },
          bodyStyles: {
            fontSize: 9,
            alternateBackgroundColor: "#e0f0e0",
            borderColor: "#808080",
            borderWidth: { bottom: 0.3, top: 0.3, left: 0.3, right: 0.3 },
            padding: { top: 3, bottom: 1, left: 1, right: 1 },
          },
        }),
      ],
    ],
    loops: [LINES],
    data: { lines: lines(4) },
    expectedText: "Cost What €0.50 Item 1 €1.50 Item 2 €2.50 Item 3 €3.50 Item 4",
  }),
  corpusCase("table_headless", {
    pages: [[linesTable(8, { showHead: false })]],
    loops: [LINES],
    data: { lines: lines(3, "note") },
    expectedText: linesText(3, "note"),
  }),
];
