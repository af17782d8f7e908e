import { assert, describe, it } from "@effect/vitest";

import type { Manifest } from "../../manifests/mod.ts";
import type { Layout } from "../model/layout.ts";
import { checkLayout } from "./layout_check.ts";

const manifest: Manifest = {
  variables: [{ key: "product", label: "Product", dataType: "text", required: true }],
  loops: [],
};
const A4 = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const box = { position: { x: 20, y: 20 }, width: 50, height: 10 };
const text = { ...box, name: "product", type: "text", fillable: true };
const select = { ...box, name: "Size", type: "select", content: "S", fillable: true };
const mark = { ...box, name: "Yes", type: "radioGroup", content: "true", fillable: true };

const issuesOf = (layout: object) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JSON
  checkLayout(layout as Layout, manifest).map(({ path }) => path.replace("layout.schemas.0.", ""));
const problems = (...fields: ReadonlyArray<object>) => issuesOf({ basePdf: A4, schemas: [fields] });

describe("form fields", () => {
  it.each([
    [[text]],
    [[{ ...text, fillable: { name: "a-b_1", label: "A", multiline: true, maxLength: 3 } }]],
    [[{ ...text, fillable: false, rotate: 90 }]],
    [[{ ...select, options: ["S", "L"] }]],
    [[{ ...box, name: "On", type: "checkbox", content: "true", fillable: { readOnly: true } }]],
    [
      [
        { ...mark, group: "g" },
        { ...mark, name: "No", group: "g" },
      ],
    ],
    [[{ ...mark, name: "Ring", type: "circleMark" }]],
    // pdfme writes these to fields that are no form fields.
    [[{ ...mark, fillable: null, group: "" }]],
    [[{ ...select, fillable: null, options: [""] }]],
  ])("are accepted: %j", (fields) => assert.deepStrictEqual(problems(...fields), []));

  it.each<[ReadonlyArray<object>, string]>([
    [[{ ...text, fillable: { name: "a.b" } }], "0.fillable.name"],
    [[{ ...text, fillable: { name: "" } }], "0.fillable.name"],
    [[{ ...text, fillable: { maxLength: 0 } }], "0.fillable.maxLength"],
    [[{ ...text, fillable: "yes" }], "0.fillable"],
    [[{ ...text, width: 0 }], "0.width"],
    [[{ ...text, rotate: 90 }], "0.rotate"],
    [[{ ...text, opacity: 0.5 }], "0.opacity"],
    [[{ ...text, link: "https://example.com" }], "0.link"],
    [[{ ...text, overflow: "expand" }], "0.overflow"],
    [[{ ...text, richText: true }], "0.richText"],
    [[{ ...text, textFormat: "inline-markdown" }], "0.textFormat"],
    [[{ ...text, underline: true }], "0.underline"],
    [[{ ...text, heading: 1 }], "0.heading"],
    [[select], "0.options"],
    [[{ ...select, options: ["S", "S"] }], "0.options.1"],
    [[{ ...select, options: ["", "S"] }], "0.options.0"],
    [[{ ...select, options: ["S"], fillable: { maxLength: 3 } }], "0.fillable.maxLength"],
    [[mark], "0.group"],
    [[{ ...mark, type: "checkbox", group: "g" }], "0.group"],
    [[text, { ...text, name: "Other", content: "x", fillable: { name: "product" } }], "1.fillable"],
    [[{ ...text, name: "名前", content: "x" }], "0.fillable"],
    [[text, { ...mark, group: "product" }], "1.fillable"],
    [[{ ...mark, name: "Off", group: "g" }], "0.fillable"],
    [
      [
        { ...mark, group: "g" },
        { ...mark, group: "g" },
      ],
      "1.fillable",
    ],
  ])("are refused: %j", (fields, path) => assert.deepStrictEqual(problems(...fields), [path]));

  it("are refused where pages repeat them, and on an existing PDF", () => {
    const everywhere = { basePdf: { ...A4, staticSchema: [text] }, schemas: [[]] };
    assert.deepStrictEqual(issuesOf(everywhere), ["layout.basePdf.staticSchema.0.fillable"]);
    const overlay = { basePdf: "data:application/pdf;base64,JVBERi0xLjc=", schemas: [[text]] };
    assert.deepStrictEqual(issuesOf(overlay), ["0.fillable"]);
  });
});
