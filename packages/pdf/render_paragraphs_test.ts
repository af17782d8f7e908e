import { assert, describe, it } from "@effect/vitest";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { dataOf, field, layoutOf, manifestOf, sourceOf } from "./testing/fixtures.ts";
import { linesOfPages, type PrintedText, textsOf } from "./testing/printed_texts.ts";

const WORDS =
  "Der Mieter zahlt die Miete und die Vorauszahlungen auf die Betriebskosten bis zum dritten Werktag des Monats auf " +
  "das Konto ein, das ihm der Vermieter nennt. Für die Instandhaltung der Wohnung und des Gebäudes sorgt der Vermieter; " +
  "kleine Reparaturen bezahlt der Mieter bis zu einem Betrag von hundert Euro im Einzelfall selbst.";

/** Twelve paragraphs of a tenancy agreement. */
const paragraphs = (separator: string) =>
  Array.from({ length: 12 }, (_, index) => {
    const words = WORDS.split(" ");
    return [...words.slice(index), ...words.slice(0, index)].join(" ");
  }).join(separator);

/** The height of a line in millimetres: 10 pt and 1.2 times as high. */
const LINE = (12 / 72) * 25.4;

/** Prints a field in German on pages with space for some lines; its first page has fewer. */
const printed = async (more: object, text: string, { lines = 20, above = 0 }) => {
  const layout = {
    ...layoutOf(
      field({
        position: { x: 10, y: 10 + above * LINE },
        width: 50,
        height: LINE,
        fontSize: 10,
        lineHeight: 1.2,
        alignment: "justify",
        overflow: "expand",
        ...more,
      }),
    ),
    basePdf: { width: 120, height: 20 + LINE * (lines + 0.5), padding: [10, 10, 10, 10] },
    language: "de",
  };
  const design = { layout, manifest: manifestOf(), data: dataOf({ text }, [{ name: text }]) };
  const template = await compileLayout(sourceOf(design));
  const { bytes } = await renderDocument(template, design.data, new Map());
  return textsOf(bytes);
};

const isDivided = (line: string | undefined) => line !== undefined && /[-\u2010\u00ad]$/.test(line);

/** The lines of the columns of pages that are `gap` millimetres apart. */
const columnsOf = (texts: ReadonlyArray<PrintedText>, middle: number) =>
  linesOfPages(texts.filter(({ x }) => x < middle)).flatMap((left, page) => [
    left,
    linesOfPages(texts.filter(({ x }) => x >= middle))[page] ?? [],
  ]);

describe("paragraphs over pages", () => {
  it.each([
    ["a text", {}, "\n"],
    ["rich text", { richText: true }, "\n\n"],
    ["a list", { type: "list", content: null }, "\n"],
  ])("divide no word of %s at the end of a page", async (_name, more, separator) => {
    let divided = 0;
    const words = paragraphs(separator);
    for (let above = 0; above < 20; above++) {
      const pages = linesOfPages(await printed(more, words, { above }));
      divided += pages.flat().filter(isDivided).length;
      pages.forEach((page, index) => {
        assert.isFalse(isDivided(page.at(-1)), `${page.at(-1)} on page ${index + 1} of ${above}`);
        assert.isAbove(page.length, index === 0 || index === pages.length - 1 ? 0 : 14);
      });
    }
    assert.isAbove(divided, 400);
  });

  it("divide no word at the end of a column", async () => {
    for (let lines = 12; lines < 24; lines++) {
      const more = { richText: true, width: 100, columns: { count: 2, gap: 4 } };
      const texts = await printed(more, paragraphs("\n\n"), { lines });
      for (const column of columnsOf(texts, (60 / 25.4) * 72))
        assert.isFalse(isDivided(column.at(-1)), column.at(-1));
    }
  });

  it.each([
    ["plain text", {}],
    ["rich text", { cells: { name: { type: "text", richText: true } } }],
    ["plain text next to rich text", { cells: { price: { type: "text", richText: true } } }],
  ])("divide no word of a table's cell with %s", async (_name, more) => {
    const bodyStyles = { fontSize: 10, alignment: "justify" };
    const table = { name: "rows", type: "table", columns: ["name", "price"], showHead: false };
    const own = { ...table, ...more, bodyStyles, width: 60, columnWidths: [85, 15] };
    for (let lines = 16; lines < 24; lines++) {
      const pages = linesOfPages(await printed(own, paragraphs("\n\n"), { lines }));
      assert.isAbove(pages.flat().filter(isDivided).length, 15);
      for (const page of pages) assert.isFalse(isDivided(page.at(-1)), page.at(-1));
    }
  });

  it("divide a word with a hyphen in every line over full pages", async () => {
    const word = Array.from({ length: 60 }, (_, index) => `silben${index}`).join("\u00ad");
    for (const lines of [2, 3, 4, 5, 9, 20]) {
      const pages = linesOfPages(await printed({ width: 20 }, word, { lines }));
      const least = Math.max(1, lines - 5);
      pages.slice(0, -1).forEach((page) => assert.isAtLeast(page.length, least));
      const syllables = pages
        .flat()
        .join("")
        .match(/silben\d+/g);
      assert.strictEqual(syllables?.length, 60, `${lines} lines`);
    }
  });
});

describe("the last line of a paragraph", () => {
  const linesOf = async (more: object, text: string) =>
    linesOfPages(await printed({ fontSize: 9, ...more }, text, { lines: 40 }))
      .flat()
      .map((line) => line.replaceAll("|", " ").replace(" -", "-"));
  const rent =
    "Betriebskosten bis zum dritten Werktag des Monats auf das Konto ein, das ihm der Vermieter nennt. Für die " +
    "Instandhaltung der ";

  it("is a whole word rather than the end of one in justified text", async () => {
    const width = (30 * 9 * 25.4) / 72;
    assert.deepStrictEqual(await linesOf({ width }, `${rent}Wohnung`), [
      "Betriebskosten bis zum dritten Werktag des Monats auf das Konto",
      "ein, das ihm der Vermieter nennt. Für die Instandhaltung der",
      "Wohnung",
    ]);
    // The end of a word that other words follow is no fault.
    const longer = await linesOf({ width }, `${rent}Wohnung sorgt der Vermieter.`);
    assert.deepStrictEqual(longer.slice(1), [
      "ein, das ihm der Vermieter nennt. Für die Instandhaltung der Woh-",
      "nung sorgt der Vermieter.",
    ]);
  });

  it("is a whole word in text that is not justified", async () => {
    const ragged = { alignment: "left", hyphenate: true, width: 50 };
    const text = "Für die Instandhaltung der Gebäude";
    assert.deepStrictEqual(await linesOf(ragged, `${text} und der Wohnungen gilt dies.`), [
      "Für die Instandhaltung der Ge-",
      "bäude und der Wohnungen gilt",
      "dies.",
    ]);
    assert.deepStrictEqual(await linesOf(ragged, text), ["Für die Instandhaltung der", "Gebäude"]);
    // A word that is wider than a line is divided.
    const word = "Betriebskostenvorauszahlungsabrechnungen";
    const divided = await linesOf(ragged, `Für die ${word}`);
    assert.strictEqual(divided.join("").replaceAll("-", ""), `Für die ${word}`);
    assert.match(divided[0] ?? "", /^Für die .*-$/);
  });
});

describe("a line with other scripts", () => {
  it.each(["top", "middle", "bottom"])(
    "has the baseline of its field's font at the %s",
    async (verticalAlignment) => {
      const baselineOf = async (script: string) => {
        const more = { verticalAlignment, height: 20, alignment: "left" };
        const texts = await printed(more, `Latin ${script}`, { lines: 10 });
        assert.include(texts.map(({ text }) => text).join(""), script.slice(0, 1));
        return texts.find(({ text }) => text.includes("Latin"))?.y;
      };
      const latin = await baselineOf("text");
      assert.isDefined(latin);
      // Thai, Burmese, Lao, Arabic and Japanese letters have fonts with a higher ascent.
      for (const script of ["ที่อยู่", "မြန်မာ", "ທີ່ຢູ່", "اردو", "日本語"])
        assert.strictEqual(await baselineOf(script), latin, script);
    },
  );
});
