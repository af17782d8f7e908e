import { assert, describe, it } from "@effect/vitest";
import { Result, type Schema } from "effect";

import { importPdfme, type PdfmeImportOptions } from "./import_pdfme.ts";

const box = { position: { x: 20, y: 20 }, width: 50, height: 10 };
const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const field = (settings: Record<string, Schema.Json>) => ({
  name: "a",
  type: "text",
  ...box,
  ...settings,
});
const importFields = (fields: ReadonlyArray<Schema.Json>, options?: PdfmeImportOptions) =>
  Result.getOrThrow(importPdfme({ basePdf, schemas: [[...fields]] }, options));
const messagesOf = (template: Schema.Json, options?: PdfmeImportOptions) => {
  const result = importPdfme(template, options);
  return Result.isFailure(result)
    ? result.failure.map(({ path, message }) => `${path}: ${message}`)
    : [];
};
const fieldsOf = ({ layout }: { readonly layout: Schema.JsonObject }) =>
  JSON.parse(JSON.stringify(layout["schemas"])).flat();

describe("importPdfme()", () => {
  it("reads pages of older templates, with their sample data", () => {
    const { type: _type, name: _name, ...rest } = field({});
    const { manifest, data, changes } = Result.getOrThrow(
      importPdfme({
        basePdf,
        schemas: [
          { "{1}Name": { ...rest, type: "text", content: "Ada" }, 氏名: { ...rest, type: "text" } },
        ],
        columns: ["{1}Name"],
        sampledata: [{ "{1}Name": "Grace", 氏名: "岡田" }],
      }),
    );
    assert.deepEqual(
      manifest.variables.map(({ key, label }) => [key, label]),
      [
        ["Name_1", "{1}Name"],
        ["ShiMing", "氏名"],
      ],
    );
    assert.deepEqual(data, { Name_1: "Grace", ShiMing: "岡田" });
    assert.include(changes[0]?.message ?? "", "into a list");
  });

  it("types variables and columns by their samples", () => {
    const { manifest, data } = importFields([
      field({ name: "count", content: "12", required: true }),
      field({ name: "day", content: "2026-12-01" }),
      field({ name: "code", content: "007" }),
      field({ name: "due", type: "date", content: "2026/12/01", format: "dd.MM.yyyy" }),
      field({ name: "paid", type: "checkbox", content: "true" }),
      field({ name: "ean", type: "code128", content: "12345" }),
      field({
        name: "rows",
        type: "table",
        head: ["Item", "Unit price"],
        content: '[["Pen","1.50"],["Ink","12"]]',
      }),
    ]);
    assert.deepEqual(
      manifest.variables.map(({ key, dataType, format }) => [key, dataType, format]),
      [
        ["count", "number", undefined],
        ["day", "date", undefined],
        ["code", "text", undefined],
        ["due", "date", "date:DD.MM.YYYY"],
        ["paid", "boolean", undefined],
        ["ean", "text", undefined],
      ],
    );
    assert.isTrue(manifest.variables[0]?.required);
    assert.deepEqual(
      manifest.loops[0]?.itemFields.map(({ key, dataType }) => [key, dataType]),
      [
        ["item", "text"],
        ["unit_price", "number"],
      ],
    );
    assert.deepEqual(data, {
      count: "12",
      day: "2026-12-01",
      code: "007",
      due: "2026-12-01",
      paid: true,
      ean: "12345",
      rows: [
        { item: "Pen", unit_price: "1.50" },
        { item: "Ink", unit_price: "12" },
      ],
    });
  });

  it("keeps texts and bound names apart", () => {
    const text = { type: "multiVariableText", variables: ["no"], text: "No. {no}" };
    const imported = importFields([
      field({ ...text, name: "no", content: '{"no":"A-1"}' }),
      field({ ...text, name: "other", content: '{"no":"B-2"}' }),
      field({ ...text, name: "fixed", content: "No. 7", readOnly: true }),
      field({ ...text, name: "empty", text: "", variables: [] }),
      field({ name: "total", content: "Total", readOnly: true }),
      field({ name: "sum", content: "{total}: {date}, {no.no}, {4}", readOnly: true }),
    ]);
    assert.deepEqual(
      fieldsOf(imported).map(({ name, type, text, content }: Record<string, string>) => [
        name,
        type,
        text ?? content,
      ]),
      [
        ["no", "multiVariableText", "No. {no.no}"],
        ["other", "multiVariableText", "No. {other.no}"],
        ["fixed", "text", "No. 7"],
        ["total", "text", "Total"],
        ["sum", "text", "Total: {date}, {no.no}, 4"],
      ],
    );
    assert.deepEqual(imported.data, { no: { no: "A-1" }, other: { no: "B-2" } });
    assert.deepInclude(imported.manifest.variables, {
      key: "date",
      label: "Date",
      dataType: "date",
      required: false,
      format: "date:YYYY/MM/DD",
    });
  });

  it("renames a text whose name is a key", () => {
    const imported = importFields([
      field({
        name: "due",
        type: "multiVariableText",
        text: "Due {due}",
        content: '{"due":"now"}',
      }),
      field({ name: "due", content: "Due", readOnly: true }),
    ]);
    assert.deepEqual(
      fieldsOf(imported).map(({ name }: Record<string, string>) => name),
      ["due (static)", "due (static)"],
    );
  });

  it("maps fonts, and names those that are unknown", () => {
    const fields = [
      field({ name: "a", content: "x", fontName: "Roboto-Regular" }),
      field({ name: "b", content: "x", fontName: "Brand" }),
      field({ name: "c", content: "x", fontName: "" }),
      field({ name: "d", content: "x", fontName: "NotoSerifJP-Bold" }),
    ];
    const template = { basePdf, schemas: [fields] };
    assert.deepEqual(messagesOf(template, { fonts: ["Brand"] }), [
      'fontMap.NotoSerifJP-Bold: No font is named "NotoSerifJP-Bold", which 1 place uses. Map it to "SourceSerif-Bold" or another font, or add the font to the project',
    ]);
    assert.lengthOf(messagesOf(template, { fontMap: { Brand: "Rboto", Other: "Roboto" } }), 3);
    const imported = importFields(fields, {
      fonts: ["Brand"],
      fontMap: { "NotoSerifJP-Bold": "SourceSerif-Bold" },
    });
    assert.deepEqual(
      fieldsOf(imported).map(({ fontName }: Record<string, string>) => fontName),
      ["Roboto", "Brand", undefined, "SourceSerif-Bold"],
    );
  });

  it("changes what Paraph has no name for", () => {
    const size = { min: 4, max: 9, fit: "shrink" };
    const { layout, changes } = Result.getOrThrow(
      importPdfme({
        basePdf: "JVBERi0xLjc=",
        schemas: [[field({ dynamicFontSize: size, overflow: "expand", content: "x" })]],
      }),
    );
    assert.strictEqual(layout["basePdf"], "data:application/pdf;base64,JVBERi0xLjc=");
    const [converted] = fieldsOf({ layout });
    assert.deepEqual(converted.dynamicFontSize, { min: 4, max: 9, fit: "vertical" });
    assert.notProperty(converted, "overflow");
    assert.deepEqual(
      changes.map(({ path }) => path),
      ["basePdf", "schemas.0.0", "schemas.0.0", ""],
    );
  });

  it.each([
    [{ basePdf, schemas: "x" }, /^schemas: Expected a list of pages/],
    [{ basePdf: "https://example.com/a.pdf", schemas: [] }, /^basePdf: Expected a PDF as data:/],
    [{ basePdf: { 0: 37, 1: 80 }, schemas: [] }, /^basePdf: .*Save bytes of a PDF as data:/],
    [
      { basePdf, schemas: [[field({ type: "hologram" })]] },
      /^schemas\.0\.0\.type: .*hologram \(a\)/,
    ],
    [{ basePdf, schemas: [{ a: { ...box, type: "hologram" } }] }, /^schemas\.0\.a\.type: /],
    [
      { basePdf, schemas: [[field({ readOnly: true, content: "{net + tax}" })]] },
      /^schemas\.0\.0\.content: \{net \+ tax\} is an expression.*\(a\)$/,
    ],
    [
      { basePdf: "JVBERi0xLjc=", schemas: [[field({ type: "table", head: ["A"] })]] },
      /schemas\.0\.0\.type: Grows/,
    ],
    [
      { basePdf, schemas: [[field({ fontColor: "red", content: "x" })]] },
      /^schemas\.0\.0\.fontColor: /,
    ],
  ])("refuses template %#, with its path", (template, expected) => {
    const [message = ""] = messagesOf(JSON.parse(JSON.stringify(template)));
    assert.match(message, expected);
  });

  it("does not grow without limit", () => {
    const texts = Array.from({ length: 40 }, (_, index) =>
      field({ name: `t${index}`, readOnly: true, content: `{t${index + 1}}{t${index + 1}}` }),
    );
    const [message = ""] = messagesOf({
      basePdf,
      schemas: [[...texts, field({ name: "t40", readOnly: true, content: "x".repeat(9_000) })]],
    });
    assert.include(message, "100000");
  });
});
