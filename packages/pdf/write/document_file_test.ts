import { assert, describe, it } from "@effect/vitest";
import { PDFDocument, PDFHexString, PDFName, PDFRawStream } from "pdf-lib";

import { documentFile } from "./document_file.ts";
import { Resources } from "./resources.ts";

const TITLE = 'Rechnung (№ 7) \\ <b>&"שלום" 😀';
const pages = [
  { width: 210, height: 297, content: "0 0 1 rg 10 10 100 100 re f\n" },
  { width: 100, height: 50, content: "" },
];
const write = (title = TITLE, language = "de-DE") =>
  documentFile(pages, new Resources(), { title, language });

describe("documentFile()", () => {
  it("writes pages with their sizes in points", async () => {
    const doc = await PDFDocument.load(write());
    const sizes = doc.getPages().map((page) => page.getSize());
    assert.closeTo(sizes[0]?.width ?? 0, 595.28, 0.01);
    assert.closeTo(sizes[0]?.height ?? 0, 841.89, 0.01);
    assert.closeTo(sizes[1]?.width ?? 0, 283.46, 0.01);
  });

  it("writes title and language in any script", async () => {
    const doc = await PDFDocument.load(write(), { updateMetadata: false });
    assert.strictEqual(doc.getTitle(), TITLE);
    const language = doc.catalog.lookup(PDFName.of("Lang"), PDFHexString);
    assert.strictEqual(language.decodeText(), "de-DE");
    const metadata = doc.catalog.lookup(PDFName.of("Metadata"));
    assert.isTrue(metadata instanceof PDFRawStream);
    const xmp = metadata instanceof PDFRawStream ? Buffer.from(metadata.contents).toString() : "";
    assert.include(xmp, "Rechnung (№ 7) \\ &#60;b&#62;&#38;&#34;שלום&#34; 😀");
    assert.include(xmp, "<rdf:li>de-DE</rdf:li>");
  });

  it("removes characters that XML does not allow", async () => {
    const bytes = Buffer.from(write("a\u0000b\u0007c\ud800d\uffff"));
    const offset = bytes.indexOf("<x:xmpmeta");
    const xmp = bytes.subarray(offset, bytes.indexOf("</x:xmpmeta>")).toString("utf8");
    assert.include(xmp, "a b c\ufffdd ");
  });

  it("has an ID that depends on all of its content, also on large images", () => {
    const large = (last: number) => Uint8Array.of(...new Uint8Array(50_000), last);
    const idOf = (bytes: Uint8Array) => {
      const resources = new Resources();
      resources.image({
        format: "jpeg",
        width: 10,
        height: 10,
        orientation: 1,
        samples: {
          bytes,
          filter: "DCTDecode",
          colours: "DeviceRGB",
          bits: 8,
          hasRowFilters: false,
          isInverted: false,
        },
      });
      const file = documentFile(pages, resources, { title: TITLE, language: "de-DE" });
      return /\/ID\[<(\w+)>/.exec(Buffer.from(file).toString("latin1"))?.[1];
    };
    const image = large(1);
    const id = idOf(image);
    assert.match(id ?? "", /^[0-9a-f]{32}$/);
    assert.deepStrictEqual([idOf(image), idOf(large(1))], [id, id]);
    assert.notStrictEqual(idOf(large(2)), id);
  });

  it("has no creation time and is deterministic", async () => {
    const [first, second] = [write(), write()];
    assert.deepStrictEqual(first, second);
    const doc = await PDFDocument.load(first, { updateMetadata: false });
    assert.deepStrictEqual(doc.getCreationDate(), new Date(0));
    assert.notDeepEqual(write("Another"), first);
  });
});
