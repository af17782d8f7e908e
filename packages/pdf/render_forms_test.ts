import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { MergedPdf } from "@paraph/core/renders";
import { Schema } from "effect";
import { decode } from "fast-png";
import { PDFDict, PDFDocument, PDFName, PDFRadioGroup } from "pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { readDocument } from "./extract/read_document.ts";
import { flattenDocument } from "./flatten/flatten_document.ts";
import { mergedPart } from "./merge/merged_part.ts";
import { PermanentRenderError } from "./permanent_render_error.ts";
import { drawPage } from "./rasterize/draw_page.ts";
import { renderDocument } from "./render_document.ts";
import {
  dataOf,
  type Design,
  field,
  layoutOf,
  manifestOf,
  readPages,
  rowsOf,
} from "./testing/fixtures.ts";
import { brokenArchiveRules } from "./testing/standards/archive_rules.ts";
import { brokenUaRules } from "./testing/standards/ua_rules.ts";

const draw = async ({ layout, manifest, data }: Design) =>
  renderDocument(await compileLayout({ layout, manifest, title: "Title" }), data, new Map());

const fixed = (name: string, y: number, more: object) =>
  field({ name, position: { x: 20, y }, width: 80, height: 8, ...more });
const manifest = manifestOf([
  { key: "name", label: "Full name", dataType: "text", required: false },
  { key: "agree", label: "I agree", dataType: "boolean", required: false },
]);
/** One form field of every type, with settings for the layout. */
const formLayout = (more: object = {}): Layout => ({
  ...layoutOf(
    fixed("Title", 20, { content: "Application", heading: 1 }),
    fixed("name", 40, { fillable: { required: true, maxLength: 40 }, borderColor: "#888888" }),
    fixed("text", 55, { height: 30, fillable: true }),
    fixed("agree", 90, { type: "checkbox", width: 6, height: 6, fillable: true }),
    ...["Card", "Cash"].map((name, index) =>
      fixed(name, 100 + 10 * index, {
        type: "radioGroup",
        width: 6,
        height: 6,
        content: String(index === 0),
        group: "payment",
        fillable: { label: `By ${name}` },
      }),
    ),
    fixed("Country", 125, {
      type: "select",
      content: "Österreich",
      options: ["Deutschland", "Österreich"],
      fillable: { readOnly: true },
    }),
    fixed("rows", 140, {
      type: "section",
      fields: [fixed("rows.name", 0, { position: { x: 0, y: 0 }, fillable: true })],
    }),
  ),
  language: "en",
  ...more,
});
const design = (more: object = {}): Design => ({
  layout: formLayout(more),
  manifest,
  data: dataOf(
    { name: "Zoë Łukasz", text: "One\nTwo", agree: true },
    rowsOf(2).map((row) => ({ ...row })),
  ),
});
const drawForm = async (more: object = {}) => (await draw(design(more))).bytes;
const formOf = async (bytes: Uint8Array) =>
  (await PDFDocument.load(bytes, { updateMetadata: false })).getForm();
const annotationsOf = async (bytes: Uint8Array) => {
  const task = getDocument({ data: Uint8Array.from(bytes) });
  const page = await (await task.promise).getPage(1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdf.js does not type them
  const annotations = (await page.getAnnotations()) as ReadonlyArray<Record<string, unknown>>;
  await task.destroy();
  return annotations;
};
/** The pixels of the first page, as PDFium draws it. */
const pixelsOf = async (pdf: Uint8Array) => {
  const drawn = await drawPage(pdf, { page: 1, width: 800, maxPixels: 1e7 });
  assert(drawn.kind === "drawn");
  return decode(drawn.bytes).data;
};

/** The share of a page whose colour clearly differs. Positions are rounded to 0.01 points. */
const difference = async (one: Uint8Array, other: Uint8Array) => {
  const [pixels, others] = [await pixelsOf(one), await pixelsOf(other)];
  const differing = pixels.filter((value, index) => Math.abs(value - (others[index] ?? 0)) > 64);
  return pixels.length === others.length ? differing.length / pixels.length : 1;
};

describe("form fields", () => {
  it("have unique names, types, values and flags", async () => {
    const form = await formOf(await drawForm());
    assert.deepStrictEqual(
      form.getFields().map((each) => [each.constructor.name, each.getName()]),
      [
        ["PDFTextField", "name"],
        ["PDFTextField", "text"],
        ["PDFCheckBox", "agree"],
        ["PDFRadioGroup", "payment"],
        ["PDFDropdown", "Country"],
        ["PDFTextField", "rows_name_1"],
        ["PDFTextField", "rows_name_2"],
      ],
    );
    const name = form.getTextField("name");
    assert.strictEqual(name.getText(), "Zoë Łukasz");
    assert.isTrue(name.isRequired());
    assert.isFalse(name.isMultiline());
    assert.strictEqual(name.getMaxLength(), 40);
    assert.strictEqual(form.getTextField("text").getText(), "One\nTwo");
    assert.isTrue(form.getTextField("text").isMultiline());
    assert.isTrue(form.getCheckBox("agree").isChecked());
    assert.strictEqual(form.getRadioGroup("payment").getSelected(), "Card");
    assert.deepStrictEqual(form.getRadioGroup("payment").getOptions(), ["Card", "Cash"]);
    assert.deepStrictEqual(form.getDropdown("Country").getSelected(), ["Österreich"]);
    assert.isTrue(form.getDropdown("Country").isReadOnly());
    assert.strictEqual(form.getTextField("rows_name_2").getText(), "Row 2");
    assert.isFalse(form.acroForm.dict.has(PDFName.of("NeedAppearances")));
  });

  it("become part of the pages of a merged PDF, in which their names are not unique", async () => {
    const pdf = await drawForm();
    const merged = new MergedPdf();
    const pieces = [merged.start()];
    for (const title of ["One", "Two"])
      pieces.push(merged.append(title, await mergedPart({ pdf, ...merged.numbers() })));
    const file = Buffer.concat([...pieces, merged.finish()]);
    assert.deepStrictEqual(await annotationsOf(file), []);
    const [one = "", two] = await readPages(file);
    for (const value of ["Zoë Łukasz", "Österreich", "Row 2"]) assert.include(one, value);
    assert.strictEqual(one, two);
    assert.isBelow(await difference(pdf, file), 0.001);
  });

  it("are read by pdf.js with their labels, and drawn like the text that they replace", async () => {
    const bytes = await drawForm();
    const annotations = await annotationsOf(bytes);
    const labels = annotations.map(({ fieldName, alternativeText }) => [
      fieldName,
      alternativeText,
    ]);
    assert.deepStrictEqual(labels, [
      ["name", "Full name"],
      ["text", "Text"],
      ["agree", "I agree"],
      ["payment", "By Card"],
      ["payment", "By Cash"],
      ["Country", "Country"],
      ["rows_name_1", "Name"],
      ["rows_name_2", "Name"],
    ]);
    const { schemas, ...rest } = formLayout();
    const text = JSON.stringify(schemas).replaceAll(/"fillable":(?:true|\{[^}]*\})/g, '"alt":null');
    const plain = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))(text);
    const { bytes: printed } = await draw({ ...design(), layout: { ...rest, schemas: plain } });
    assert.isBelow(await difference(bytes, printed), 0.001);
  });

  it("are filled by pdf-lib", async () => {
    const doc = await PDFDocument.load(await drawForm());
    const form = doc.getForm();
    form.getTextField("name").setText("Ada Lovelace");
    form.getCheckBox("agree").uncheck();
    form.getRadioGroup("payment").select("Cash");
    form.getDropdown("Country").select("Deutschland");
    const filled = await doc.save();
    const flat = await flattenDocument(filled);
    assert.isDefined(flat);
    const [text = ""] = await readPages(flat ?? filled);
    for (const part of ["Ada Lovelace", "Deutschland", "Row 1"]) assert.include(text, part);
    assert.notInclude(text, "Łukasz");
  });

  it("are filled by pdf.js with the font of the document", async () => {
    const task = getDocument({ data: Uint8Array.from(await drawForm()) });
    const doc = await task.promise;
    const annotations = await (await doc.getPage(1)).getAnnotations();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdf.js does not type them
    for (const { id, fieldName } of annotations as ReadonlyArray<Record<string, string>>)
      if (fieldName === "name")
        doc.annotationStorage.setValue(id ?? "", { value: "Grace Höpper €" });
    const filled = await doc.saveDocument();
    await task.destroy();
    const form = await formOf(filled);
    const name = form.getTextField("name");
    assert.strictEqual(name.getText(), "Grace Höpper €");
    const [text = ""] = await readPages((await flattenDocument(filled)) ?? filled);
    assert.include(text, "Grace Höpper €");
  });

  it.each([["pdf/a-2b"], ["pdf/a-3u"]] as const)(
    "break no rule of %s and PDF/UA",
    async (standard) => {
      const bytes = await drawForm({ standard: [standard, "pdf/ua-1"] });
      assert.deepStrictEqual(await brokenArchiveRules(bytes, standard), []);
      assert.deepStrictEqual(await brokenUaRules(bytes), []);
    },
  );

  it("are in the structure in reading order, one element for each widget", async () => {
    const doc = await PDFDocument.load(await drawForm());
    const forms = doc.context
      .enumerateIndirectObjects()
      .filter(
        ([, each]) => each instanceof PDFDict && each.get(PDFName.of("S")) === PDFName.of("Form"),
      );
    assert.lengthOf(forms, 8);
    assert.strictEqual(String(doc.getPage(0).node.get(PDFName.of("Tabs"))), "/S");
  });

  it("become part of the pages of a document that is sent for signature", async () => {
    const bytes = await drawForm();
    const reading = await readDocument({ pdf: bytes, texts: ["Łukasz"] });
    assert(reading.kind === "read");
    const { flattened, matches } = reading.document;
    assert.lengthOf(matches[0] ?? [], 1);
    assert(flattened !== undefined);
    assert.lengthOf((await formOf(flattened)).getFields(), 0);
    assert.isBelow(await difference(bytes, flattened), 0.001);
  });

  it("stay in the tags of an accessible document that is sent for signature", async () => {
    const flattened = await flattenDocument(await drawForm({ standard: ["pdf/a-3u", "pdf/ua-1"] }));
    assert(flattened !== undefined);
    assert.deepStrictEqual(await brokenUaRules(flattened), []);
    const doc = await PDFDocument.load(flattened);
    const roles = doc.context.enumerateIndirectObjects().flatMap(([, each]) => {
      const isForm = each instanceof PDFDict && each.get(PDFName.of("S")) === PDFName.of("Form");
      const attributes = isForm ? each.lookup(PDFName.of("A"), PDFDict) : undefined;
      return attributes === undefined ? [] : [String(attributes.get(PDFName.of("Role")))];
    });
    assert.deepStrictEqual(roles.toSorted(), ["/cb", "/rb", "/rb", ...Array(5).fill("/tv")]);
  });

  it("have marks of a choice for each row of a section, of which one is set", async () => {
    const mark = (name: string, x: number) =>
      field({
        name,
        type: "radioGroup",
        content: "true",
        group: "size",
        fillable: true,
        position: { x, y: 0 },
        width: 5,
        height: 5,
      });
    const { bytes } = await draw({
      layout: layoutOf(
        fixed("rows", 40, { type: "section", fields: [mark("S", 0), mark("L", 10)] }),
      ),
      manifest,
      data: dataOf({}, rowsOf(2)),
    });
    const fields = (await formOf(bytes)).getFields();
    assert.deepStrictEqual(
      fields.map((each) => each instanceof PDFRadioGroup && [each.getName(), each.getSelected()]),
      [
        ["size_1", "S"],
        ["size_2", "S"],
      ],
    );
  });

  it("are 10,000 in a document, each with its name", async () => {
    const { bytes } = await draw({
      layout: layoutOf(
        fixed("rows", 40, {
          type: "section",
          fields: [fixed("rows.name", 0, { position: { x: 0, y: 0 }, fillable: true })],
        }),
      ),
      manifest,
      data: dataOf({}, rowsOf(10_000)),
    });
    const fields = (await formOf(bytes)).getFields();
    assert.strictEqual(new Set(fields.map((each) => each.getName())).size, 10_000);
  });

  it("have a value of one line, in linear time", async () => {
    const text = `a \r\n  \n b${" ".repeat(200_000)}c\n`;
    const since = performance.now();
    const failure = await draw({
      layout: layoutOf(fixed("text", 40, { fillable: true })),
      manifest,
      data: dataOf({ text }),
    }).then(() => "rendered", String);
    assert.include(failure, "can have at most 16,000 characters");
    assert.isBelow(performance.now() - since, 10_000);
    const { bytes } = await draw({
      layout: layoutOf(fixed("text", 40, { fillable: true })),
      manifest,
      data: dataOf({ text: "a \r\n  \n b  c" }),
    });
    assert.strictEqual((await formOf(bytes)).getTextField("text").getText(), "a b  c");
  });

  it("refuse a value that no PDF reader could hold", async () => {
    const failure = draw({
      layout: layoutOf(fixed("text", 40, { fillable: true })),
      manifest,
      data: dataOf({ text: "x".repeat(16_001) }),
    });
    await failure.then(
      () => assert.fail("The document was rendered"),
      (error: unknown) => {
        assert.instanceOf(error, PermanentRenderError);
        assert.include(String(error), "text: The value of a form field can have at most 16,000");
      },
    );
  });
});
