import { assert, describe, it } from "@effect/vitest";
import { threadMillisSince } from "@paraph/testing/cpu_time";
import { Effect, Schema } from "effect";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "../../compile/compile_layout.ts";
import { renderDocument } from "../../render_document.ts";
import {
  dataOf,
  field,
  layoutOf,
  manifestOf,
  readPages,
  sourceOf,
} from "../../testing/fixtures.ts";

const box = { name: "Rich", richText: true, overflow: "expand", width: 80 };

/** Renders a field, by default one with static rich text. */
const render = async (more: object, values: Readonly<Record<string, string>> = {}) => {
  const design = {
    layout: layoutOf(field({ ...box, ...more })),
    manifest: manifestOf(),
    data: dataOf(values),
  };
  return renderDocument(await compileLayout(sourceOf(design)), design.data, new Map());
};
const pagesOf = async (more: object, values?: Readonly<Record<string, string>>) =>
  readPages((await render(more, values)).bytes);
const textOf = async (more: object, values?: Readonly<Record<string, string>>) =>
  (await pagesOf(more, values)).join("\f").replaceAll("\n", " ");

/** The text items of a page: text, size, position. */
const itemsOf = async (bytes: Uint8Array) => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items } = await (await doc.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    "str" in item && item.str.trim() !== ""
      ? [{ text: item.str, size: item.height, x: item.transform[4], y: item.transform[5] }]
      : [],
  );
};

/** The targets of the links of a page, and the middles of their areas. */
const linksOf = async (bytes: Uint8Array) => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const annotations = await (await doc.getPage(1)).getAnnotations();
  return annotations.map(({ url, rect }) => ({ url, rect }));
};

const word = (count: number, text = "word") => Array.from({ length: count }, () => text).join(" ");

describe("richBlock()", () => {
  it("sets headings, lists and marks in reading order", async () => {
    const content = "# Title\n\nSome **bold** H~2~O.\n\n9. nine\n10. ten\n   - nested";
    assert.strictEqual(
      (await textOf({ content })).replace(/ +/g, " "),
      "Title Some bold H2O. 9. nine 10. ten • nested",
    );
  });

  it("sizes headings, and raises and lowers scripts", async () => {
    const items = await itemsOf((await render({ content: "# Title\n\nm^2^ H~3~" })).bytes);
    const [title, m, two, , three] = items;
    assert.closeTo(title?.size ?? 0, 19.2, 0.01);
    assert.closeTo(m?.size ?? 0, 12, 0.01);
    assert.isBelow(two?.size ?? 0, 9);
    assert.isAbove(two?.y, m?.y);
    assert.isBelow(three?.y, m?.y);
  });

  it("aligns the numbers of a list at their periods", async () => {
    const items = await itemsOf((await render({ content: "9. a\n10. b" })).bytes);
    const [nine, ten] = ["9.", "10."].map((number) => items.find(({ text }) => text === number));
    assert.isDefined(ten);
    assert.isAbove(nine?.x, ten?.x);
  });

  it("links to web pages, addresses and telephones, with escaped values", async () => {
    const content =
      "[a](https://b.c/(d)?e={text}) [f](mailto:g@h.i) [j](tel:+491) [k]({text}) <https://l.m>";
    const links = await linksOf((await render({ content }, { text: "javascript:x&y" })).bytes);
    assert.deepStrictEqual(
      links.map(({ url }) => url),
      ["https://b.c/(d)?e=javascript%3Ax%26y", "mailto:g@h.i", "tel:+491", "https://l.m/"],
    );
    const whole = await linksOf(
      (await render({ content: "[k]({text})" }, { text: "https://ä.de" })).bytes,
    );
    assert.deepStrictEqual(
      whole.map(({ url }) => url),
      ["https://xn--4ca.de/"],
    );
  });

  it("rotates links with their text", async () => {
    const content = "[a long link](https://b.c)";
    const areas = [0, 90].map(
      async (rotate) => (await linksOf((await render({ content, rotate })).bytes))[0]?.rect,
    );
    const [upright = [], turned = []] = await Promise.all(areas);
    assert.closeTo(turned[2] - turned[0], upright[3] - upright[1], 0.1);
    assert.closeTo(turned[3] - turned[1], upright[2] - upright[0], 0.1);
  });

  it("parses the value of a variable, and no placeholders in it", async () => {
    const values = { text: "**bold** {text} <b>x</b>" };
    assert.strictEqual(await textOf({ name: "text" }, values), "bold {text} <b>x</b>");
    assert.strictEqual(await textOf({ name: "text", richText: false }, values), values.text);
  });

  const Markup = Schema.Array(
    Schema.Literals([
      "**",
      "*",
      "_",
      "~~",
      "^",
      "++",
      "[",
      "](https://a.b)",
      "{color=#c00}",
      "# ",
      "- ",
      "x",
      "\\",
      "<",
    ]),
  ).check(Schema.isMaxLength(12));
  it.effect.prop("prints values inside a rich text as they are", [Markup], ([parts]) =>
    Effect.promise(async () => {
      const text = parts.join("").trim();
      const { bytes } = await render({ content: "a **{text}** b" }, { text });
      const [page = ""] = await readPages(bytes);
      assert.strictEqual(page.replace(/\s/g, ""), `a${text}b`.replace(/\s/g, ""));
      assert.isEmpty(await linksOf(bytes));
    }),
  );

  it("keeps headings and the line in front of a list with what follows", async () => {
    for (const end of ["## Heading\n\nlast", "A list:\n\n- last"]) {
      for (let lines = 52; lines < 58; lines++) {
        const [first = "", second = ""] = await pagesOf({
          content: `${"x\\\n".repeat(lines)}x\n\n${end}`,
        });
        const start = end.slice(0, 4).replace("## ", "");
        assert.strictEqual(first.includes(start), first.includes("last"), `${lines} ${second}`);
      }
    }
  });

  it("fills columns one after the other, and balances the last ones", async () => {
    const content = Array.from({ length: 90 }, (_, index) => `p${index}`).join("\n\n");
    const columns = { count: 2, gap: 5 };
    const { bytes, pageCount } = await render({ content, columns, height: 10 });
    assert.strictEqual(pageCount, 2);
    const numbers = (await readPages(bytes)).join(" ").match(/p\d+/g) ?? [];
    assert.deepStrictEqual(numbers, content.match(/p\d+/g));
    const short = await itemsOf((await render({ content: "a\n\nb\n\nc\n\nd", columns })).bytes);
    assert.deepStrictEqual(
      short.map(({ x }) => x === short[0]?.x),
      [true, true, false, false],
    );
    assert.strictEqual(short[0]?.y, short[2]?.y);
  });

  it("reduces the size until the text fits", async () => {
    const more = { content: `# Title\n\n${word(150)}`, height: 40, overflow: "visible" };
    const [title] = await itemsOf(
      (await render({ ...more, dynamicFontSize: { min: 4, max: 12 } })).bytes,
    );
    assert.isBelow(title?.size ?? 0, 19);
  });

  it("numbers pages in rich text", async () => {
    const pages = await pagesOf({ content: `**{currentPage}/{totalPages}** ${word(3_000)}` });
    assert.match(pages[0] ?? "", new RegExp(`^1/${pages.length}`));
  });

  it.each([
    ["nested marks", "~~a ".repeat(12_000) + " b~~".repeat(12_000)],
    ["many faces", "**a**b".repeat(16_000)],
    ["many items", "- a\n".repeat(25_000)],
  ])("renders %s in a few seconds", async (_name, text) => {
    const before = process.threadCpuUsage();
    await render({ name: "text", alignment: "justify" }, { text });
    assert.isBelow(threadMillisSince(before), 8_000);
  });
});
