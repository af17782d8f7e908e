import { assert, describe, it } from "@effect/vitest";
import { PDFDocument } from "pdf-lib";

import { DrawingFault } from "../drawing_fault.ts";
import { UnreadableImage } from "../images/prepared_image.ts";
import { UnreadablePdf } from "../pdf/read_pdf.ts";
import { dataOf, dataUri, field, layoutOf, manifestOf, PICTURE } from "../testing/fixtures.ts";
import { compileLayout } from "./compile_layout.ts";
import { fromBytes, toBytes } from "./kept_template.ts";

const { drawDocument } = await import("../draw_document.ts");

const LOGO = field({ name: "Logo", type: "image", content: dataUri(PICTURE), height: 30 });
const compile = (...fields: ReadonlyArray<object>) =>
  compileLayout({ layout: layoutOf(...fields), manifest: manifestOf(), title: "Offer" });
const failureOf = async (compiling: Promise<unknown>) => {
  try {
    await compiling;
    return undefined;
  } catch (error) {
    return error;
  }
};

describe("compileLayout()", () => {
  it("carries title and language", async () => {
    const manifest = manifestOf([
      {
        ...{ key: "due", label: "Due", dataType: "date", required: false },
        format: "date:long@fr",
      },
    ]);
    const template = await compileLayout({ layout: layoutOf(), manifest, title: "Facture" });
    assert.deepInclude(template, { title: "Facture", language: "fr" });
    assert.strictEqual((await compile()).language, "en");
  });

  it("keeps what a field carries once, in the form it is drawn in", async () => {
    const template = await compile(
      LOGO,
      { ...LOGO, name: "Logo 2" },
      field({ name: "Hello", content: "Dear {text}, {6*7}" }),
    );
    const [first, second, hello] = template.pages.flat().map(({ filler }) => filler);
    const images = [first, second].map((filler) => filler?.kind === "image" && filler.image);
    assert.deepInclude(images[0], { format: "png", width: 2 });
    assert.strictEqual(images[0], images[1]);
    assert.isFalse(JSON.stringify(template).includes(dataUri(PICTURE)));
    const emphasis = { bold: false, italic: false };
    assert.deepInclude(hello, {
      text: [
        { kind: "text", text: "Dear ", emphasis },
        { kind: "value", key: "text", format: { kind: "text" }, emphasis },
        { kind: "text", text: ", {6*7}", emphasis },
      ],
    });
  });

  it("tells what cannot be read", async () => {
    const damaged = dataUri(PICTURE.subarray(0, 40));
    assert.instanceOf(await failureOf(compile({ ...LOGO, content: damaged })), UnreadableImage);
    const layout = { basePdf: "data:application/pdf;base64,AAAA", schemas: [[]] };
    const overlay = compileLayout({ layout, manifest: manifestOf(), title: "Form" });
    assert.instanceOf(await failureOf(overlay), UnreadablePdf);
    assert.instanceOf(await failureOf(compile({ type: "hologram" })), DrawingFault);
  });

  it("refuses a format that writes what no font has, where it is printed", async () => {
    const due = { key: "due", label: "Due", dataType: "date", required: false } as const;
    const manifest = manifestOf([{ ...due, format: "date:long@am-ET" }]);
    const source = (name: string) => ({ layout: layoutOf(field({ name })), manifest, title: "T" });
    const failure = await failureOf(compileLayout(source("due")));
    assert.match(String(failure), /No font has "\S+", which date:long@am-ET \(date\) prints/);
    assert.isUndefined(await failureOf(compileLayout(source("text"))));
  });
});

describe("fromBytes()", () => {
  it("gives back what toBytes() wrote: it draws the same bytes", async () => {
    const blank = await compile(
      LOGO,
      field({ name: "Mark", type: "checkbox", content: "true" }),
      field({ name: "Hello", content: "Dear {text|x}, {currentPage}", overflow: "expand" }),
      field({ name: "rows", type: "table", position: { x: 20, y: 60 } }),
      field({ name: "rows#list", type: "list", position: { x: 20, y: 90 } }),
    );
    const form = await PDFDocument.create();
    form.addPage([200, 100]);
    const basePdf = dataUri(await form.save(), "application/pdf");
    const schemas = [[field({ width: 40, position: { x: 1, y: 1 } })]];
    const overlay = await compileLayout({
      layout: { basePdf, schemas },
      manifest: manifestOf(),
      title: "Form",
    });
    const data = dataOf({ text: "Ada" }, [{ name: "Pen", price: "2" }]);
    for (const template of [blank, overlay]) {
      const again = fromBytes(toBytes(template));
      assert.deepStrictEqual(
        await drawDocument(again, data, new Map()),
        await drawDocument(template, data, new Map()),
      );
    }
  });
});
