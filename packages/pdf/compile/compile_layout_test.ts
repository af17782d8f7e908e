import { randomBytes } from "node:crypto";

import { assert, describe, it } from "@effect/vitest";
import { PDFDocument, PDFName } from "pdf-lib";

import { UnreadableImage } from "../images/prepared_image.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import { UnreadablePdf } from "../read/read_pdf.ts";
import { dataOf, dataUri, field, layoutOf, manifestOf, PICTURE } from "../testing/fixtures.ts";
import { compileLayout } from "./compile_layout.ts";
import type { CompiledTemplate } from "./compiled_template.ts";
import { fromBytes, LARGE_FILE, toBytes } from "./template_bytes.ts";

const { renderDocument } = await import("../render_document.ts");

const LOGO = field({ name: "Logo", type: "image", content: dataUri(PICTURE), height: 30 });
const compile = (...fields: ReadonlyArray<object>) =>
  compileLayout({ layout: layoutOf(...fields), manifest: manifestOf(), title: "Offer" });
const fieldsOf = ({ pages }: CompiledTemplate) =>
  pages.flat().flatMap((item) => ("filler" in item ? [item] : []));
const failureOf = async (compiling: Promise<unknown>) => {
  try {
    await compiling;
    return undefined;
  } catch (error) {
    return error;
  }
};

describe("compileLayout()", () => {
  it("has the title and the language", async () => {
    const manifest = manifestOf([
      { key: "due", label: "Due", dataType: "date", required: false, format: "date:long@fr" },
    ]);
    const template = await compileLayout({ layout: layoutOf(), manifest, title: "Facture" });
    assert.deepInclude(template, { title: "Facture", language: "fr" });
    assert.strictEqual((await compile()).language, "en");
  });

  it("stores the content of a field once, in the form in which it is drawn", async () => {
    const template = await compile(
      LOGO,
      { ...LOGO, name: "Logo 2" },
      field({ name: "Hello", content: "Dear {text}, {6*7}" }),
    );
    const [first, second, hello] = fieldsOf(template).map(({ filler }) => filler);
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

  it("reports unreadable images and base PDFs", async () => {
    const damagedImage = dataUri(PICTURE.subarray(0, 40));
    assert.instanceOf(
      await failureOf(compile({ ...LOGO, content: damagedImage })),
      UnreadableImage,
    );
    const layout = { basePdf: "data:application/pdf;base64,AAAA", schemas: [[]] };
    const overlay = compileLayout({ layout, manifest: manifestOf(), title: "Form" });
    assert.instanceOf(await failureOf(overlay), UnreadablePdf);
    assert.instanceOf(await failureOf(compile({ type: "hologram" })), PermanentRenderError);
  });

  it("refuses a format whose characters no font has, if it is printed", async () => {
    const due = { key: "due", label: "Due", dataType: "date", required: false } as const;
    const manifest = manifestOf([{ ...due, format: "date:long@dz-BT" }]);
    const source = (name: string) => ({ layout: layoutOf(field({ name })), manifest, title: "T" });
    const failure = await failureOf(compileLayout(source("due")));
    assert.match(String(failure), /No font has "\S+", which date:long@dz-BT \(date\) prints/);
    assert.isUndefined(await failureOf(compileLayout(source("text"))));
  });
});

describe("toBytes()", () => {
  it("appends large files to the template, with the same bytes for every version", async () => {
    const basePdf = dataUri(await pdfWithNoise(2 * LARGE_FILE), "application/pdf");
    const write = async (name: string) => {
      const schemas = [[field({ name, width: 40, position: { x: 1, y: 1 } })]];
      const layout = { basePdf, schemas };
      return await compileLayout({ layout, manifest: manifestOf(), title: name });
    };
    const templates = [await write("text"), await write("other")];
    const [first, second] = templates.map((template) => {
      const { bytes, cuts } = toBytes(template);
      assert.lengthOf(cuts, 1);
      return { rest: bytes.subarray(0, cuts[0]), file: bytes.subarray(cuts[0]) };
    });
    assert.isAbove(first!.file.length, 2 * LARGE_FILE);
    assert.isBelow(first!.rest.length, 10_000);
    assert.isTrue(Buffer.from(first!.file).equals(second!.file));
    assert.notDeepEqual(first!.rest, second!.rest);
    const data = dataOf({ text: "Ada" });
    const again = fromBytes(toBytes(templates[0]!).bytes);
    const output = await renderDocument(again, data, new Map());
    assert.deepStrictEqual(output, await renderDocument(templates[0]!, data, new Map()));
  });

  it("finds each of several large files and stores a shared one once", async () => {
    const template = await compile(LOGO, { ...LOGO, name: "Logo 2" });
    const [first, ...others] = fieldsOf(template);
    const filler = first!.filler;
    if (filler.kind !== "image" || !("format" in filler.image)) throw new Error("An image");
    const samples = { ...filler.image.samples, bytes: new Uint8Array(LARGE_FILE).fill(1) };
    const alpha = new Uint8Array(LARGE_FILE + 1).fill(2);
    const image = { ...filler.image, samples, alpha };
    const pages = [[first!, ...others].map((each) => ({ ...each, filler: { ...filler, image } }))];
    const large = { ...template, pages };
    const { bytes, cuts } = toBytes(large);
    assert.deepStrictEqual(
      [...cuts, bytes.length].map((cut) => cut - cuts[0]!),
      [0, LARGE_FILE + 1, 2 * LARGE_FILE + 1],
    );
    assert.deepEqual(fromBytes(bytes), large);
  });
});

/** A PDF of one page with `byteSize` bytes that cannot be compressed. */
async function pdfWithNoise(byteSize: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([200, 100]);
  const noise = pdf.context.register(pdf.context.stream(randomBytes(byteSize)));
  page.node.set(PDFName.of("Contents"), pdf.context.obj([]));
  page.node.set(PDFName.of("PieceInfo"), noise);
  return await pdf.save();
}

describe("fromBytes()", () => {
  it("reads what toBytes() wrote and renders the same bytes", async () => {
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
      const again = fromBytes(toBytes(template).bytes);
      assert.deepStrictEqual(
        await renderDocument(again, data, new Map()),
        await renderDocument(template, data, new Map()),
      );
    }
  });
});
