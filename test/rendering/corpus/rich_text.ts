import { type CorpusCase, corpusCase, put, variable } from "./corpus_case.ts";

const MARKS =
  "**Bold**, *italic*, ***both***, ++underlined **bold**++, ~~struck~~, m^2^, H~2~O, " +
  "[red]{color=#b3261e}, [a link over the end of a line](https://example.com/{who}).";

const STRUCTURE =
  "# First\n\nA paragraph\nwith a line break.\n\n## Second\n\n9. nine\n10. ten\n    - nested\n" +
  "      - deeper\n\n11. after a blank line\n\n### Third\n\n<b>No HTML</b>, \\*escaped\\*, {who}";

const rich = (y: number, content: string, more: object = {}) =>
  put(y, 6, { content, richText: true, overflow: "expand", fontSize: 9, lineHeight: 1.3, ...more });

const CLAUSES = Array.from(
  { length: 24 },
  (_, index) =>
    `## Clause ${index + 1}\n\nThe parties acknowledge that this agreement constitutes their entire ` +
    "understanding, and supersedes all previous negotiations and arrangements.",
).join("\n\n");

/** Rich text of templates and of the data, and columns. */
export const RICH_TEXT: ReadonlyArray<CorpusCase> = [
  corpusCase("rich_marks", {
    settings: { language: "en" },
    pages: [
      [
        rich(8, MARKS, { name: "a" }),
        rich(34, MARKS, { name: "b", fontName: "SourceSerif", alignment: "justify" }),
        rich(60, MARKS, { name: "c", fontName: "SourceCode", characterSpacing: 1 }),
        rich(100, MARKS, { name: "d", rotate: 10, fontSize: 7, width: 60 }),
      ],
    ],
    variables: [variable("who")],
    data: { who: "a/b" },
  }),
  corpusCase("rich_structure", {
    pages: [[rich(8, STRUCTURE)]],
    variables: [variable("who")],
    data: { who: "**not bold**" },
    expectedText:
      "First A paragraph with a line break. Second 9. nine 10. ten • nested – deeper " +
      "11. after a blank line Third <b>No HTML</b>, *escaped*, **not bold**",
  }),
  corpusCase("rich_columns", {
    settings: { language: "en" },
    pages: [
      [
        rich(8, CLAUSES, { columns: { count: 2, gap: 5 }, alignment: "justify", fontSize: 8 }),
        put(20, 6, { name: "below", content: "Below both columns" }),
      ],
    ],
    goldenPages: [0, -1],
  }),
];
