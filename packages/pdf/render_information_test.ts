import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";
import { PDFDocument } from "pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";

const item = (key: string) => ({ key, label: key, dataType: "text", required: false }) as const;
const MANIFEST: Manifest = {
  variables: [
    item("number"),
    item("company"),
    { key: "photo", label: "Photo", dataType: "image", required: false },
  ],
  loops: [{ key: "items", label: "Items", itemFields: [item("name")] }],
};
const INFORMATION = {
  title: "Invoice {number}",
  author: "{company}",
  subject: "{= count(items) } items",
  keywords: ["invoice", "{number}", "{= join(items.name, ', ') }"],
};
const DATA = {
  number: "№ 7 <b>",
  company: "Ada & Söhne",
  items: [{ name: "Ink" }, { name: "Nib" }],
};
const layoutOf = (more: object): Layout => ({
  basePdf: { width: 100, height: 100, padding: [10, 10, 10, 10] },
  schemas: [[]],
  ...more,
});

const draw = async (layout: Layout, data: object = DATA) => {
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const input = Result.getOrThrow(checkInputData(MANIFEST, { ...data }));
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Template" });
  return await renderDocument(template, input, new Map());
};

/** The properties of a PDF, in its information dictionary and in its XMP. */
const propertiesOf = async (bytes: Uint8Array) => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { info, metadata } = await doc.getMetadata();
  const own = new Map<string, unknown>(Object.entries(info));
  const xmp = (name: string): unknown => metadata?.get(name) ?? "";
  await doc.loadingTask.destroy();
  return {
    info: ["Title", "Author", "Subject", "Keywords"].map((name) => own.get(name) ?? ""),
    xmp: [
      xmp("dc:title"),
      xmp("dc:creator"),
      xmp("dc:description"),
      xmp("pdf:keywords"),
      xmp("dc:subject"),
    ],
  };
};

describe("document information", () => {
  it.each([{}, { standard: "pdf/a-2u" }, { standard: ["pdf/a-3u", "pdf/ua-1"], language: "en" }])(
    "is filled from the data, in both places: %j",
    async (more) => {
      const { bytes, warnings } = await draw(layoutOf({ ...INFORMATION, ...more }));
      assert.deepStrictEqual(warnings, []);
      const properties = [
        "Invoice № 7 <b>",
        "Ada & Söhne",
        "2 items",
        "invoice, № 7 <b>, Ink, Nib",
      ];
      assert.deepStrictEqual(await propertiesOf(bytes), {
        info: properties,
        xmp: [
          properties[0],
          [properties[1]],
          properties[2],
          properties[3],
          ["invoice", "№ 7 <b>", "Ink, Nib"],
        ],
      });
    },
  );

  it("is left out if it is empty, and the title is the name of the template", async () => {
    const { bytes } = await draw(
      layoutOf({
        title: "{number}",
        author: " {company}\n",
        subject: null,
        keywords: ["{number}"],
      }),
      {},
    );
    assert.deepStrictEqual(await propertiesOf(bytes), {
      info: ["Template", "", "", ""],
      xmp: ["Template", "", "", "", ""],
    });
  });

  it("is one line, and shortened with a warning", async () => {
    const { bytes, warnings } = await draw(
      layoutOf({ title: "{number}", keywords: ["{company}"] }),
      { number: "a\n\tb\u0000c", company: "x".repeat(3_000) },
    );
    const { info } = await propertiesOf(bytes);
    assert.deepStrictEqual(info, ["a b c", "", "", "x".repeat(2_000)]);
    assert.deepStrictEqual(
      warnings.map(({ path }) => path),
      ["layout.keywords.0"],
    );
  });

  it("replaces that of a base PDF, which keeps the rest of its own", async () => {
    const base = await PDFDocument.create();
    base.addPage([200, 200]);
    base.setTitle("Form");
    base.setAuthor("Bank");
    base.setKeywords(["form"]);
    const basePdf = `data:application/pdf;base64,${Buffer.from(await base.save()).toString("base64")}`;
    const { bytes } = await draw(layoutOf({ basePdf, title: "Form {number}", subject: "Loan" }));
    assert.deepStrictEqual(await propertiesOf(bytes), {
      info: ["Form № 7 <b>", "Bank", "Loan", "form"],
      xmp: ["Form № 7 <b>", ["Bank"], "Loan", "form", ["form"]],
    });
    assert.deepStrictEqual(await propertiesOf((await draw(layoutOf({ basePdf }))).bytes), {
      info: ["Form", "Bank", "", "form"],
      xmp: ["", "", "", "", ""],
    });
  });

  it.each([
    [{ title: "{nubmer}" }, 'layout.title: The manifest has no "nubmer". Did you mean "number"?'],
    [{ author: "{items}" }, 'layout.author: "items" is a list of rows, which text cannot show'],
    [{ subject: "{photo}" }, 'layout.subject: "photo" is an image, which text cannot show'],
    [
      { keywords: ["a", "{currentPage}"] },
      "layout.keywords.1: Page numbers are only on pages: remove this placeholder",
    ],
    [
      { title: "{= upper(nubmer) }" },
      'layout.title: The manifest has no "nubmer". Did you mean "number"? (column 7 of {= upper(nubmer) })',
    ],
    [{ keywords: "a, b" }, "layout.keywords: Expected array | null"],
    [{ title: "x".repeat(1_001) }, "layout.title: Expected at most 1000 characters"],
  ])("is refused with mistakes: %j", (information, problem) => {
    const issues = checkLayout(layoutOf(information), MANIFEST);
    assert.deepStrictEqual(
      issues.map(({ path, message }) => `${path}: ${message}`),
      [problem],
    );
  });
});
