import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { dataOf, field, layoutOf, manifestOf } from "./testing/fixtures.ts";
import { brokenArchiveRules } from "./testing/standards/archive_rules.ts";
import { brokenUaRules } from "./testing/standards/ua_rules.ts";

const draw = async (
  fields: ReadonlyArray<ReturnType<typeof field>>,
  settings: Layout = {},
  text = "word",
) => {
  const layout = { ...layoutOf(...fields), ...settings };
  const template = await compileLayout({ layout, manifest: manifestOf(), title: "Title" });
  const { bytes } = await renderDocument(template, dataOf({ text }), new Map());
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

/** The roles of the elements of the first page, with their languages and what is in them. */
const outlineOf = async (bytes: Uint8Array): Promise<string> => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const tree = await (await doc.getPage(1)).getStructTree();
  await doc.loadingTask.destroy();
  const print = (node: typeof tree | (typeof tree.children)[number]): string => {
    if (!("children" in node)) return "-";
    const language = "lang" in node ? `:${String(node.lang)}` : "";
    return `${node.role}${language}(${node.children.map(print).join(" ")})`;
  };
  return print(tree);
};

describe("the language of a span in rich text", () => {
  const rich = (content: string, more: object = {}) =>
    field({
      name: "Rich",
      richText: true,
      content,
      readOnly: true,
      width: 150,
      height: 40,
      ...more,
    });

  it("is part of the tags, in links, headings and lists too", async () => {
    const text =
      "# The [Grundgesetz]{lang=de}\n\nSay [*bon* jour]{lang=fr color=#c00}, [[ciao](https://a.b)]{lang=it}.\n\n- [Hej]{lang=sv}";
    const settings = { language: "en", standard: ["pdf/a-2u", "pdf/ua-1"] };
    const bytes = await draw([rich(text)], settings);
    assert.strictEqual(
      await outlineOf(bytes),
      "Root(Document(H1(- Span:de(-)) P(- Span:fr(-) Span:fr(-) - Link(Span:it(-) -) -) L(LI(Lbl(-) LBody(Span:sv(-))))))",
    );
    assert.deepStrictEqual(await brokenUaRules(bytes), []);
    assert.deepStrictEqual(await brokenArchiveRules(bytes, "pdf/a-2u"), []);
    assert.include((await linesOf(bytes)).join(""), "bonjour");
  });

  it("divides its words by its patterns, also in data", async () => {
    const word = "Rechtsschutzversicherungsgesellschaften";
    const box = { hyphenate: true, width: 26, height: 80 };
    const inGerman = await linesOf(await draw([rich(word, box)], { language: "de" }));
    const inEnglish = await linesOf(await draw([rich(word, box)], { language: "en" }));
    assert.notDeepEqual(inGerman, inEnglish);
    const span = `[${word}]{lang=de}`;
    assert.deepStrictEqual(
      await linesOf(await draw([rich(span, box)], { language: "en" })),
      inGerman,
    );
    const value = field({ richText: true, content: "", ...box });
    const bytes = await draw([value], { language: "en" }, span);
    assert.deepStrictEqual(await linesOf(bytes), inGerman);
    assert.include(await outlineOf(bytes), "P(Span:de(-");
    // A language without patterns is not divided by those of the document.
    const unknown = await linesOf(
      await draw([rich(`[${word}]{lang=tlh}`, box)], { language: "de" }),
    );
    assert.isFalse(unknown.some((line) => line.endsWith("-")));
  });

  it("chooses the form of Han characters", async () => {
    const fontsIn = async (text: string) => {
      const file = Buffer.from(await draw([rich(text)], { language: "ja" })).toString("latin1");
      return new Set(Array.from(file.matchAll(/FontName\/\w+\+(\w+)/g), ([, name]) => name));
    };
    assert.strictEqual((await fontsIn("直 [直]{lang=ja}")).size, 1);
    assert.strictEqual((await fontsIn("直 [直]{lang=zh-Hans}")).size, 2);
  });

  it.each(["{lang=}", "{lang=e}", "{lang=a-b}", '{lang="fr"}', "{lang=fr;}", "{language=fr}"])(
    "%s is text",
    async (attributes) => {
      const bytes = await draw([rich(`[a]${attributes}`)]);
      assert.strictEqual((await linesOf(bytes)).join(""), `[a]${attributes}`);
    },
  );
});
