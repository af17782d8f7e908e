import { assert, describe, it } from "@effect/vitest";
import { threadMillisSince } from "@paraph/testing/cpu_time";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "../../compile/compile_layout.ts";
import { renderDocument } from "../../render_document.ts";
import { dataOf, field, layoutOf, manifestOf } from "../../testing/fixtures.ts";
import { textsOf } from "../../testing/printed_texts.ts";

const draw = async (settings: object, text: string) => {
  const layout = layoutOf(field({ width: 100, overflow: "expand", ...settings }));
  const template = await compileLayout({ layout, manifest: manifestOf(), title: "Title" });
  return await renderDocument(template, dataOf({ text }), new Map());
};

/** The texts of a field, with their left and right edges in millimetres from its left one. */
const edgesOf = async (settings: object, text: string) => {
  const { bytes } = await draw(settings, text);
  const millimetres = (points: number) => Math.round((points * 254) / 72 - 200) / 10;
  return (await textsOf(bytes))
    .filter((part) => part.text.trim() !== "")
    .map(({ text, x, y, width }) => ({
      text: text.trim(),
      y,
      left: millimetres(x),
      right: millimetres(x + width),
    }));
};

describe("tab stops", () => {
  it("begin texts, end them, and centre them", async () => {
    const tabStops = [
      { position: 20 },
      { position: 60, alignment: "center" },
      { position: 100, alignment: "right" },
    ] as const;
    const [first, second, third, fourth] = await edgesOf({ tabStops }, "A\tBee\tSea\tDee");
    assert.strictEqual(first?.left, 0);
    assert.strictEqual(second?.left, 20);
    assert.closeTo(((third?.left ?? 0) + (third?.right ?? 0)) / 2, 60, 0.2);
    assert.closeTo(fourth?.right ?? 0, 100, 0.2);
  });

  it("align numbers at the decimal separator of the language", async () => {
    const settings = {
      fontName: "SourceCode",
      fontSize: 10,
      language: "de",
      tabStops: [{ position: 60, alignment: "decimal" }],
    } as const;
    const text = "a\t1.234,5\nb\t7,25 kg\nc\t12";
    const ends = (await edgesOf(settings, text))
      .filter((part) => /\d/.test(part.text))
      .map(({ text, left, right }) => {
        const own = (right - left) / text.length;
        const at = text.includes(",") ? text.indexOf(",") : text.length;
        return left + at * own;
      });
    assert.lengthOf(ends, 3);
    for (const end of ends) assert.closeTo(end, 60, 0.2);
  });

  it("fill their space with a leader that is below that of the line above, and is no text", async () => {
    const settings = { tabStops: [{ position: 100, alignment: "right", leader: "." }] } as const;
    const parts = await edgesOf(settings, "Introduction\t1\nA much longer title\t12");
    const leaders = parts.filter(({ text }) => /^\.+$/.test(text));
    assert.lengthOf(leaders, 2);
    const dot =
      ((leaders[0]?.right ?? 0) - (leaders[0]?.left ?? 0)) / (leaders[0]?.text.length ?? 1);
    const shift = ((leaders[1]?.left ?? 0) - (leaders[0]?.left ?? 0)) / dot;
    assert.closeTo(shift, Math.round(shift), 0.15);
    for (const end of parts.filter(({ text }) => /^\d+$/.test(text)))
      assert.closeTo(end.right, 100, 0.2);
    const { bytes } = await draw(settings, "Introduction\t1");
    assert.match(await structureText(bytes), /^Introduction\s+1$/);
  });

  it("indent further lines up to their position", async () => {
    const settings = { width: 60, tabStops: [{ position: 8 }] } as const;
    const parts = await edgesOf(
      settings,
      "1.\tThe supplier delivers the goods within two weeks of the order, unless agreed otherwise.",
    );
    assert.isAbove(new Set(parts.map(({ y }) => y)).size, 2);
    assert.strictEqual(parts[0]?.left, 0);
    for (const part of parts.slice(1)) {
      assert.closeTo(part.left, 8, 0.1);
      assert.isBelow(part.right, 60.3);
    }
  });

  it("keep a number on the last line of a long text", async () => {
    const settings = { width: 60, tabStops: [{ position: 60, alignment: "right" }] } as const;
    const parts = await edgesOf(
      settings,
      "A title that needs more than one line in this narrow field\t7",
    );
    const [number, before] = [parts.at(-1), parts.at(-2)];
    assert.strictEqual(number?.text, "7");
    assert.closeTo(number?.right ?? 0, 60, 0.2);
    assert.strictEqual(number?.y, before?.y);
    assert.isBelow(before?.right ?? 0, number?.left ?? 0);
  });

  it("begin at the right edge in text from right to left", async () => {
    const settings = { tabStops: [{ position: 30 }] } as const;
    const parts = await edgesOf(settings, "שלום\tעולם");
    const byEdge = parts.toSorted((a, b) => b.right - a.right);
    assert.closeTo(byEdge[0]?.right ?? 0, 100, 0.3);
    assert.closeTo(byEdge[1]?.right ?? 0, 70, 0.3);
  });

  it("are spaces without stops, and behind the last one", async () => {
    const plain = await edgesOf({}, "a\tb");
    const spaces = await edgesOf({}, "a    b");
    assert.closeTo(plain.at(-1)?.right ?? 0, spaces.at(-1)?.right ?? 1, 0.01);
    const behind = await edgesOf({ tabStops: [{ position: 10 }] }, "a\tb\tc");
    assert.isAbove(behind.at(-1)?.left ?? 0, (behind.at(-2)?.right ?? 0) + 2);
  });

  it("take linear time", async () => {
    const start = process.threadCpuUsage();
    const tabStops = [
      { position: 5, leader: "." },
      { position: 50, alignment: "right" },
    ];
    await draw({ tabStops }, "x\t".repeat(20_000));
    assert.isBelow(threadMillisSince(start), 5_000);
  });
});

/** The text of a page without artifacts, in the order of its content. */
async function structureText(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  await document.loadingTask.destroy();
  let isArtifact = false;
  let text = "";
  for (const item of items) {
    if ("str" in item) text += isArtifact ? "" : item.str;
    else if (item.type.startsWith("begin")) isArtifact = item.type === "beginMarkedContent";
  }
  return text.trim();
}
