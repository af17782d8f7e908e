import { type CorpusCase, corpusCase, half, put } from "./corpus/corpus_case.ts";
import { LOGO_URI, PHOTO_URI, SVG } from "./corpus/pictures.ts";

const SENTENCE = "A text that is long enough to be broken into three lines or four in its box.";
const box = (width: number) => ({ top: width, right: width, bottom: width, left: width });

const cells = (fontColor: string, backgroundColor: string) => ({
  fontName: "Roboto",
  fontSize: 9,
  characterSpacing: 0,
  alignment: "left",
  lineHeight: 1,
  verticalAlignment: "middle",
  fontColor,
  backgroundColor,
  borderColor: "#888888",
  borderWidth: box(0.1),
  padding: box(2),
});

const staticTable = (y: number, rows: ReadonlyArray<ReadonlyArray<string>>, more: object = {}) =>
  put(y, 30, {
    type: "table",
    head: ["First", "Second", "Third"],
    headWidthPercentages: [50, 25, 25],
    content: JSON.stringify(rows),
    showHead: true,
    repeatHead: true,
    tableStyles: { borderWidth: 0.3, borderColor: "#000000" },
    headStyles: cells("#ffffff", "#2980ba"),
    bodyStyles: { ...cells("#000000", ""), alternateBackgroundColor: "#f5f5f5" },
    columnStyles: { alignment: { "1": "center", "2": "right" } },
    ...more,
  });

const marks = ["checkbox", "radioGroup"].flatMap((type, index) =>
  ["true", "false"].map((content, column) =>
    half(column === 0 ? "left" : "right", 8 + index * 30, 20, {
      type,
      content,
      width: 20,
      color: "#003399",
    }),
  ),
);

/** Templates that stock pdfme renders correctly: they need only the font Roboto, and no data. */
export const STOCK_CASES: ReadonlyArray<CorpusCase> = [
  corpusCase("aligned text", {
    pages: [
      ["left", "center", "right"].map((alignment, index) =>
        half("left", 8 + index * 30, 26, { content: SENTENCE, alignment }),
      ),
    ],
  }),
  corpusCase("text at the top, in the middle, at the bottom", {
    pages: [
      ["top", "middle", "bottom"].map((verticalAlignment, index) =>
        put(8 + index * 40, 36, {
          content: SENTENCE,
          verticalAlignment,
          backgroundColor: "#dddddd",
        }),
      ),
    ],
  }),
  corpusCase("spaced, framed, spread text", {
    pages: [
      [
        half("left", 82, 50, { content: SENTENCE, lineHeight: 1.8, verticalAlignment: "middle" }),
        put(32, 16, { content: "Spaced out", characterSpacing: 4, fontColor: "#c02020" }),
        put(52, 24, {
          content: "Framed",
          padding: box(4),
          borderColor: "#0000aa",
          borderWidth: box(1),
        }),
      ],
    ],
  }),
  corpusCase("lines apart, rules under and through them", {
    pages: [
      [
        half("left", 8, 50, { content: SENTENCE, lineHeight: 1.8 }),
        half("right", 8, 50, { content: SENTENCE, lineHeight: 1.5, verticalAlignment: "bottom" }),
        half("left", 70, 20, { content: "Underlined", underline: true }),
        half("right", 70, 20, { content: "Struck through", strikethrough: true }),
      ],
    ],
  }),
  corpusCase("turned text", {
    pages: [
      [0, 30, 90, 180, 315].map((rotate, index) =>
        half(index % 2 === 0 ? "left" : "right", 20 + index * 22, 8, {
          content: `Turned ${rotate}`,
          rotate,
          opacity: 1 - index / 8,
        }),
      ),
    ],
  }),
  corpusCase("Greek and Cyrillic", {
    pages: [
      [
        put(8, 30, { content: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία" }),
        put(40, 30, { content: "Съешь же ещё этих мягких французских булок, да выпей чаю" }),
      ],
    ],
  }),
  corpusCase("text of several sizes", {
    pages: [
      [6, 9, 14, 24, 40].map((fontSize, index) =>
        put(8 + index * 22, 20, { content: "Sizes AVA go", fontSize }),
      ),
    ],
  }),
  corpusCase("bulleted list", {
    pages: [
      [
        put(8, 60, {
          type: "list",
          content: JSON.stringify(["First item", "Second item", SENTENCE]),
        }),
      ],
    ],
  }),
  corpusCase("numbered list", {
    pages: [
      [
        put(8, 60, {
          type: "list",
          listStyle: "ordered",
          content: JSON.stringify(["First item", "Second item", SENTENCE]),
        }),
      ],
    ],
  }),
  corpusCase("table", {
    pages: [
      [
        staticTable(8, [
          ["a", "b", "1"],
          ["A cell whose text is broken into lines", "d", "2"],
          ["e", "f", "3"],
        ]),
      ],
    ],
  }),
  corpusCase("table over pages", {
    pages: [
      [
        staticTable(
          8,
          Array.from({ length: 40 }, (_, index) => [`Row ${index + 1}`, "x", `${index * 7}`]),
        ),
      ],
    ],
    goldenPages: [0, 1, -1],
  }),
  corpusCase("images", {
    pages: [
      [
        put(8, 40, { type: "image", content: LOGO_URI }),
        put(55, 40, { type: "image", content: LOGO_URI, rotate: 20, opacity: 0.5 }),
        put(100, 30, { type: "image", content: PHOTO_URI }),
      ],
    ],
  }),
  corpusCase("drawing", { pages: [[put(8, 48, { type: "svg", content: SVG, width: 80 })]] }),
  corpusCase("lines, rectangles, ellipses", {
    pages: [
      [
        put(10, 1, { type: "line", color: "#ff0000" }),
        half("left", 20, 30, {
          type: "rectangle",
          color: "#88ccff",
          borderColor: "#004488",
          borderWidth: 1,
        }),
        half("right", 20, 30, {
          type: "rectangle",
          color: "",
          borderColor: "#004488",
          borderWidth: 1,
          radius: 6,
        }),
        half("left", 60, 30, { type: "ellipse", color: "#ffcc88" }),
        half("right", 60, 30, {
          type: "ellipse",
          color: "",
          borderColor: "#884400",
          borderWidth: 2,
          opacity: 0.5,
        }),
        half("right", 115, 2, { type: "line", color: "#22aa22", rotate: 60 }),
      ],
    ],
  }),
  corpusCase("marks", { pages: [marks] }),
];
