import { assert, describe, it } from "@effect/vitest";
import type { TextPart } from "@paraph/core/layouts";
import { threadMillisSince } from "@paraph/testing/cpu_time";
import { Schema } from "effect";

import { parseData, parseInline, parseTemplate, type RichPiece } from "./markdown.ts";

const nameOf = (part: Exclude<TextPart, { kind: "text" }>) => {
  if (part.kind === "expression") return `= ${part.source}`;
  return part.kind === "value" ? part.key : part.which;
};

type Piece = { readonly part: TextPart } | { readonly note: ReadonlyArray<RichPiece> };

/** The text of pieces, with notes in brackets. */
const textOf = (pieces: ReadonlyArray<Piece>): string =>
  pieces
    .map((piece) => {
      if ("note" in piece) return `^[${textOf(piece.note)}]`;
      return piece.part.kind === "text" ? piece.part.text : `{${nameOf(piece.part)}}`;
    })
    .join("");

/** A piece in short: its text with letters for its faces, and its mark. */
const short = ({ bold, italic, mark, link, ...piece }: RichPiece) => {
  const text = textOf([piece]);
  const style = `${bold ? "b" : ""}${italic ? "i" : ""}`;
  return [text, style, { ...mark, ...(link === undefined ? {} : { link }) }];
};
const inline = (text: string) => parseInline(text).map(short);

describe("parseInline()", () => {
  it.each([
    [
      "**a** *b* ***c***",
      [
        ["a", "b", {}],
        [" ", "", {}],
        ["b", "i", {}],
        [" ", "", {}],
        ["c", "bi", {}],
      ],
    ],
    [
      "~~a~~ ++b++",
      [
        ["a", "", { strike: true }],
        [" ", "", {}],
        ["b", "", { underline: true }],
      ],
    ],
    [
      "m^2^",
      [
        ["m", "", {}],
        ["2", "", { script: "super" }],
      ],
    ],
    [
      "H~2~O",
      [
        ["H", "", {}],
        ["2", "", { script: "sub" }],
        ["O", "", {}],
      ],
    ],
    [
      "[a **b**]{color=#c00}",
      [
        ["a ", "", { colour: "#c00" }],
        ["b", "b", { colour: "#c00" }],
      ],
    ],
    ["[a]{.underline color=#aabbcc}", [["a", "", { underline: true, colour: "#aabbcc" }]]],
    ["~~++a++~~", [["a", "", { strike: true, underline: true }]]],
    ["[a](https://b.c/?d=(e))", [["a", "", { link: "https://b.c/?d=(e)" }]]],
    ["<mailto:a@b.c>", [["mailto:a@b.c", "", { link: "mailto:a@b.c" }]]],
    ["[a](tel:+491)", [["a", "", { link: "tel:+491" }]]],
    ["[a](https://b.c/{d_e_f})", [["a", "", { link: "https://b.c/{d_e_f}" }]]],
    [
      "**{a_b}** {_c_}",
      [
        ["{a_b}", "b", {}],
        [" ", "", {}],
        ["{_c_}", "", {}],
      ],
    ],
  ])("formats %s", (text, expected) => {
    assert.deepStrictEqual<unknown>(inline(text), expected);
  });

  it.each([
    "5^th and 6^th",
    "a ~ b ~ c",
    "C++ and C++",
    "snake_case_name",
    "2 * 3 * 4",
    "~~~a~~~",
    "[a](javascript:alert(1))",
    "[a](data:text/html,b)",
    "[a](file:///etc/passwd)",
    "[a](//b.c)",
    "[a]{color=red}",
    "[a]{onclick=b}",
    "<b>a</b>",
    "`a`",
    "&amp;",
    "> a",
    "| a | b |",
  ])("leaves %s as it is", (text) => {
    assert.deepStrictEqual<unknown>(inline(text), [[text, "", {}]]);
  });

  it("keeps escaped characters", () => {
    assert.deepStrictEqual<unknown>(inline(String.raw`\*a\* \{b}`), [["*a* {b}", "", {}]]);
  });
});

describe("parseTemplate() and parseData()", () => {
  it("finds paragraphs, headings and lists", () => {
    const text = "# A\n\nb\nc\n\n9. d\n10. e\n    - f\n\n## G\n- h\n\n  i";
    const paragraphs = parseTemplate(text).map(({ text: pieces, ...rest }) => ({
      text: textOf(pieces),
      ...rest,
    }));
    const plain = { heading: 0, lists: [], marker: undefined, isTight: false };
    assert.deepStrictEqual(paragraphs, [
      { ...plain, text: "A", heading: 1 },
      { ...plain, text: "b\nc" },
      { ...plain, text: "d", lists: ["10."], marker: "9." },
      { ...plain, text: "e", lists: ["10."], marker: "10.", isTight: true },
      { ...plain, text: "f", lists: ["10.", "•"], marker: "•", isTight: true },
      { ...plain, text: "G", heading: 2 },
      { ...plain, text: "h", lists: ["•"], marker: "•" },
      { ...plain, text: "i", lists: ["•"] },
    ]);
  });

  it("does not parse placeholders of the data", () => {
    assert.deepStrictEqual(
      parseData("{a}").map(({ text }) => text.map(short)),
      [[["{a}", "", {}]]],
    );
  });

  it("prints items that are nested too deeply, and more links, as text", () => {
    const [deepest] = parseData("- ".repeat(12) + "a").slice(-1);
    assert.lengthOf(deepest?.lists ?? [], 8);
    assert.strictEqual(textOf(deepest?.text ?? []), "- - - - a");
    const links = parseData("[a](https://b.c) ".repeat(1_200)).flatMap(({ text }) => text);
    assert.lengthOf(
      links.filter(({ link }) => link !== undefined),
      1_000,
    );
  });

  it("reads notes in the text, which have none themselves", () => {
    for (const [source, pieces] of [
      ["a^[b *c*] d", ["a", ["b ", "c"], " d"]],
      ["a^[b^[c]]", ["a", ["b^[c]"]]],
      ["a^[b [c](https://d.e)]", ["a", ["b ", "c"]]],
      ["^[ ] ^[", ["^[ ] ^["]],
      [String.raw`a\^[b]`, ["a^[b]"]],
    ] as const)
      for (const parse of [parseTemplate, parseData])
        assert.deepStrictEqual(
          parse(source).flatMap(({ text }) =>
            text.map((piece) =>
              "note" in piece ? piece.note.map((each) => textOf([each])) : textOf([piece]),
            ),
          ),
          pieces.map((piece) => (typeof piece === "string" ? piece : [...piece])),
          source,
        );
    assert.deepStrictEqual<unknown>(inline("a^[b]"), [["a^[b]", "", {}]]);
  });

  it.each([
    ["quotes", ">".repeat(100_000)],
    ["stars", "*".repeat(100_000)],
    ["open emphasis", "*a ".repeat(33_000)],
    ["nested emphasis", "*a ".repeat(16_000) + "b* ".repeat(16_000)],
    ["nested marks", "~~a ".repeat(12_000) + " b~~".repeat(12_000)],
    ["brackets", "[".repeat(100_000)],
    ["balanced brackets", "[".repeat(50_000) + "]".repeat(50_000)],
    ["open links", "[a](".repeat(25_000)],
    ["nested spans", "[".repeat(5_000) + "a" + "]{.underline}".repeat(5_000)],
    ["nested lists", "- ".repeat(50_000)],
    ["many items", "- a\n".repeat(25_000)],
    ["spaces", `a${" ".repeat(99_000)}b`],
    ["scripts", "^a".repeat(50_000)],
    ["open notes", "^[".repeat(50_000)],
    ["notes", "^[a]".repeat(25_000)],
    ["nested notes", "^[a".repeat(25_000) + "]".repeat(25_000)],
  ])("parses %s in time that grows with their length", (_name, text) => {
    const before = process.threadCpuUsage();
    parseTemplate(text);
    parseData(text);
    parseInline(text);
    assert.isBelow(threadMillisSince(before), 5_000);
  });

  const Sources = Schema.Array(
    Schema.Literals(
      ["*", "**", "_", "~~", "~", "^", "++", "[", "]", "{color=#c00}", "{.underline}"].concat([
        "a",
        " ",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "# ",
        "\\",
        "<",
        ">",
        "`",
        "    ",
      ]),
    ),
  );
  it.prop("keeps every letter that is not an attribute", [Sources], ([parts]) => {
    const source = parts.join("");
    const letters = source.split("a").length - 1;
    for (const parse of [parseTemplate, parseData]) {
      const text = parse(source)
        .map((paragraph) => textOf(paragraph.text))
        .join("");
      assert.strictEqual(text.replaceAll("{color", "").split("a").length - 1, letters);
    }
  });
});
