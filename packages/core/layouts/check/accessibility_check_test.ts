import { assert, describe, it } from "@effect/vitest";

import type { Manifest } from "../../manifests/mod.ts";
import { checkLayout } from "./layout_check.ts";

const manifest: Manifest = {
  variables: [{ key: "text", label: "Text", dataType: "longtext", required: true }],
  loops: [
    {
      key: "rows",
      label: "Rows",
      itemFields: [{ key: "name", label: "Name", dataType: "text", required: false }],
    },
  ],
};
const at = (y: number, more: object) => ({
  name: "Field",
  type: "text",
  content: "x",
  position: { x: 20, y },
  width: 50,
  height: 10,
  ...more,
});
const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const problems = (fields: ReadonlyArray<object>, more: object = {}) =>
  checkLayout(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JSON
    { basePdf, schemas: [fields], standard: "pdf/ua-1", language: "en", ...more } as never,
    manifest,
  ).map(({ path }) => path.replace("layout.schemas.0.", ""));

describe("PDF/UA-1", () => {
  it("accepts headings without a jump, described pictures, and tables with a head", () => {
    const fields = [
      at(60, { heading: 2 }),
      at(40, { heading: 1 }),
      at(80, { richText: true, content: "### a\n\n# b" }),
      at(100, { type: "qrcode", alt: "A code" }),
      at(120, { type: "qrcode", decorative: true }),
      at(140, { type: "table", name: "rows", content: null, width: 170 }),
      at(160, { name: "text", richText: true, content: null }),
    ];
    assert.deepStrictEqual(problems(fields), []);
    assert.deepStrictEqual(problems(fields, { standard: ["pdf/a-2u", "pdf/ua-1"] }), []);
  });

  it("accepts text in SVG, whose fonts are embedded", () => {
    const text = at(20, { type: "svg", content: "<svg><text>a</text></svg>", alt: "A" });
    assert.deepStrictEqual(problems([text]), []);
    assert.deepStrictEqual(problems([text], { standard: "pdf/a-2b" }), []);
  });

  it("requires a language and tags", () => {
    assert.deepStrictEqual(problems([], { language: null }), ["layout.language"]);
    assert.deepStrictEqual(problems([], { tagged: false }), ["layout.tagged"]);
    assert.deepStrictEqual(problems([], { tagged: false, standard: null }), []);
  });

  it.each<[ReadonlyArray<object>, ReadonlyArray<string>]>([
    [[at(20, { heading: 2 })], ["0.heading"]],
    [[at(40, { heading: 3 }), at(20, { heading: 1 })], ["0.heading"]],
    [[at(20, { richText: true, content: "# a\n\n### b" })], ["0.content"]],
    [[at(20, { type: "qrcode" })], ["0.alt"]],
    [[at(20, { type: "svg", content: "<svg></svg>", alt: " " })], ["0.alt"]],
    [[at(20, { type: "table", name: "rows", content: null, showHead: false })], ["0.showHead"]],
    [[at(20, { type: "table", content: '[["a"]]' })], ["0.showHead"]],
  ])("refuses %j", (fields, paths) => {
    assert.deepStrictEqual(problems(fields), paths);
  });

  it("refuses links on every page, and tags with a base PDF", () => {
    const link = at(5, { textFormat: "inline-markdown", content: "[a](https://b.c)" });
    const everywhere = { basePdf: { ...basePdf, staticSchema: [link] } };
    assert.deepStrictEqual(problems([], everywhere), ["layout.basePdf.staticSchema.0"]);
    const overlay = { basePdf: "data:application/pdf;base64,AAAA", standard: null, tagged: true };
    assert.include(problems([], overlay), "layout.tagged");
  });
});
