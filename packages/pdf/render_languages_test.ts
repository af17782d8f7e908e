import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { dataOf, field, layoutOf, manifestOf } from "./testing/fixtures.ts";

const draw = async (fields: ReadonlyArray<ReturnType<typeof field>>, settings: Layout = {}) => {
  const layout = { ...layoutOf(...fields), ...settings };
  const template = await compileLayout({ layout, manifest: manifestOf(), title: "Title" });
  const { bytes } = await renderDocument(template, dataOf({ text: "word" }), new Map());
  return bytes;
};

/** The lines of the first page. */
const linesOf = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items } = await (await doc.getPage(1)).getTextContent();
  await doc.loadingTask.destroy();
  return items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item.str] : []));
};

const fixed = (content: string, more: object = {}) =>
  field({ name: "Fixed", content, readOnly: true, ...more });

describe("the language of a field", () => {
  it("divides words by the patterns of the language", async () => {
    const text = "Rechtsschutzversicherungsgesellschaften Straßenverkehrsordnung";
    const narrow = { hyphenate: true, width: 26, height: 80 };
    const inGerman = await linesOf(await draw([fixed(text, narrow)], { language: "de" }));
    const inEnglish = await linesOf(await draw([fixed(text, narrow)], { language: "en" }));
    assert.notDeepEqual(inGerman, inEnglish);
    const own = [fixed(text, { ...narrow, language: "de" })];
    assert.deepStrictEqual(await linesOf(await draw(own, { language: "en" })), inGerman);
  });

  it("hyphenates justified text, because the language is declared", async () => {
    const text = "Rechtsschutzversicherungsgesellschaften ".repeat(3).trim();
    const box = { alignment: "justify", width: 50, height: 60 };
    const plain = await linesOf(await draw([fixed(text, box)]));
    const own = await linesOf(await draw([fixed(text, { ...box, language: "de" })]));
    assert.isFalse(plain.some((line) => line.endsWith("-")));
    assert.isTrue(own.some((line) => line.endsWith("-")));
  });

  it("chooses the form of Han characters", async () => {
    const fontOf = async (language: string | null) => {
      const bytes = await draw([fixed("直", { language })], { language: "ja" });
      return /FontName\/\w+\+(\w+)/.exec(Buffer.from(bytes).toString("latin1"))?.[1];
    };
    assert.isDefined(await fontOf(null));
    assert.strictEqual(await fontOf("ja"), await fontOf(null));
    assert.notStrictEqual(await fontOf("zh-Hans"), await fontOf(null));
  });

  it("is part of the tags", async () => {
    const bytes = await draw(
      [
        fixed("Bonjour\n\nle monde", { language: "fr", height: 30 }),
        fixed("Hello", { position: { x: 20, y: 80 } }),
      ],
      { language: "en" },
    );
    const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const tree = await (await doc.getPage(1)).getStructTree();
    await doc.loadingTask.destroy();
    const elements = tree.children.flatMap((root) => ("children" in root ? root.children : []));
    assert.deepStrictEqual(
      elements.map((element) => ("lang" in element ? element.lang : null)),
      ["fr", "fr", null],
    );
  });
});
