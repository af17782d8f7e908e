import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import type { Box } from "@paraph/core/signatures";
import {
  degrees,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  rgb,
  StandardFonts,
} from "pdf-lib";

import { compileLayout } from "../compile/compile_layout.ts";
import { renderDocument } from "../render_document.ts";
import { dataOf, dataUri, field, layoutOf, manifestOf } from "../testing/fixtures.ts";
import { readDocument } from "./read_document.ts";

/** The position of a drawn text, in points from the upper left corner of the page. */
interface ExpectedPosition {
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}

interface DrawContext {
  readonly page: PDFPage;
  readonly font: PDFFont;
}

const pdfOf = async (draw: (drawn: DrawContext) => void): Promise<Uint8Array> => {
  const doc = await PDFDocument.create();
  const font = await doc.embedFont(StandardFonts.Helvetica);
  draw({ page: doc.addPage([600, 800]), font });
  return doc.save();
};

/** The width of a text of 12 points, without kerning. */
const widthOf = (font: PDFFont, text: string) =>
  Array.from(text).reduce((sum, char) => sum + font.widthOfTextAtSize(char, 12), 0);

const find = async (pdf: Uint8Array, ...texts: ReadonlyArray<string>) => {
  const reading = await readDocument({ pdf, texts });
  if (reading.kind !== "read") return assert.fail(reading.message);
  return reading.document;
};

/** The only box of a text, in points of a page of 600 x 800. */
const onlyBox = (boxes: ReadonlyArray<Box> | undefined, width = 600, height = 800) => {
  assert.strictEqual(boxes?.length, 1);
  const box = boxes?.[0] ?? assert.fail();
  return {
    left: (box.x / 100) * width,
    top: (box.y / 100) * height,
    right: ((box.x + box.width) / 100) * width,
    bottom: ((box.y + box.height) / 100) * height,
  };
};

const assertPosition = (box: ReturnType<typeof onlyBox>, expected: ExpectedPosition, size = 12) => {
  assert.closeTo(box.left, expected.left, 0.5);
  assert.closeTo(box.right, expected.right, 0.5);
  // The box extends from below the baseline to above the letters.
  assert.closeTo(box.bottom, expected.baseline + 0.2 * size, 0.1 * size);
  assert.closeTo(box.top, expected.baseline - 0.75 * size, 0.15 * size);
};

describe("readDocument()", () => {
  it("finds the position of a text, ignoring case", async () => {
    let expected: ExpectedPosition = { left: 0, right: 0, baseline: 0 };
    const pdf = await pdfOf(({ page, font }) => {
      page.drawText("Sign here: {{Sig_1}} please", { x: 50, y: 500, size: 12, font });
      const left = 50 + widthOf(font, "Sign here: ");
      expected = { left, right: left + widthOf(font, "{{Sig_1}}"), baseline: 300 };
    });
    const { pages, matches: boxesByText } = await find(pdf, "{{SIG_1}}", "nowhere", " ");
    assert.deepStrictEqual(pages, [{ width: 600, height: 800 }]);
    assertPosition(onlyBox(boxesByText[0]), expected);
    assert.deepStrictEqual(boxesByText.slice(1), [[], []]);
  });

  it("finds all places in reading order", async () => {
    const doc = await PDFDocument.create();
    const pages = [doc.addPage([600, 800]), doc.addPage([600, 800])];
    pages[1]?.drawText("Sig", { x: 50, y: 700, size: 12 });
    pages[0]?.drawText("Sig", { x: 300, y: 100, size: 12 });
    pages[0]?.drawText("Sig", { x: 50, y: 100, size: 12 });
    pages[0]?.drawText("Sig Sig", { x: 200, y: 600, size: 12 });
    const { matches: boxesByText } = await find(await doc.save(), "sig");
    assert.deepStrictEqual(
      boxesByText[0]?.map(({ page, x, y }) => [
        page,
        Math.round(x * 6),
        Math.round((y * 800) / 100),
      ]),
      [
        [1, 200, 190],
        [1, 221, 190],
        [1, 50, 690],
        [1, 300, 690],
        [2, 50, 90],
      ],
    );
  });

  it("finds a text across lines and returns the box of its first line", async () => {
    const pdf = await pdfOf(({ page, font }) => {
      page.drawText("please use the Anchor\nString of this line", {
        x: 50,
        y: 500,
        size: 12,
        lineHeight: 15,
        font,
      });
    });
    const box = onlyBox((await find(pdf, "anchor string")).matches[0]);
    assert.isBelow(box.bottom - box.top, 14);
    assert.closeTo(box.bottom, 302.5, 1);
  });

  it("finds text that is drawn in parts, with gaps, twice, or in white", async () => {
    const pdf = await pdfOf(({ page, font }) => {
      page.drawText("{{M", { x: 50, y: 700, size: 12, font });
      page.drawText("IX}}", { x: 50 + font.widthOfTextAtSize("{{M", 12), y: 700, size: 12, font });
      Array.from("{{SPACED}}").forEach((char, index) =>
        page.drawText(char, { x: 50 + index * 18, y: 600, size: 12, font }),
      );
      for (const shift of [0, 0.3])
        page.drawText("{{BOLD}} ill", { x: 50 + shift, y: 500, size: 12, font });
      page.drawText("{{WHITE}}", { x: 50, y: 400, size: 12, font, color: rgb(1, 1, 1) });
    });
    const { matches: boxesByText } = await find(
      pdf,
      "{{MIX}}",
      "{{SPACED}}",
      "{{BOLD}}",
      "ill",
      "{{WHITE}}",
    );
    assert.deepStrictEqual(
      boxesByText.map((boxes) => boxes.length),
      [1, 1, 1, 1, 1],
    );
    assert.closeTo(onlyBox(boxesByText[1]).right, 50 + 9 * 18 + 4, 0.5);
  });

  it("does not join the text of neighbouring columns", async () => {
    const pdf = await pdfOf(({ page }) => {
      page.drawText("Left foo", { x: 50, y: 700, size: 12 });
      page.drawText("bar right", { x: 350, y: 700, size: 12 });
    });
    assert.deepStrictEqual((await find(pdf, "foobar")).matches, [[]]);
  });

  it.each([0, 90, 180, 270])("finds text on a cropped page turned by %i°", async (angle) => {
    const pdf = await pdfOf(({ page }) => {
      page.setCropBox(50, 60, 500, 700);
      page.setRotation(degrees(angle));
      page.drawText("upright on the page", { x: 100, y: 500, size: 12 });
      page.drawText("upright as it is shown", { x: 300, y: 400, size: 12, rotate: degrees(angle) });
    });
    const { pages, matches: boxesByText } = await find(pdf, "upright on", "as it is shown");
    const isTurned = angle % 180 === 90;
    const [width, height] = isTurned ? ([700, 500] as const) : ([500, 700] as const);
    assert.deepStrictEqual(pages, [{ width, height }]);
    const { left, top, right, bottom } = onlyBox(boxesByText[0], width, height);
    // The start of the text, and the side of its baseline.
    const [begin, side] =
      new Map([
        [0, [left - 50, bottom - 260] as const],
        [90, [top - 50, left - 440] as const],
        [180, [right - 450, top - 440] as const],
        [270, [bottom - 450, right - 260] as const],
      ]).get(angle) ?? assert.fail();
    assert.closeTo(begin, 0, 0.5);
    assert.closeTo(side, 0, 3);
    const upright = onlyBox(boxesByText[1], width, height);
    assert.isAbove(upright.right - upright.left, 4 * (upright.bottom - upright.top));
  });

  it("uses inherited boxes and fonts, and the resources of forms", async () => {
    const doc = await PDFDocument.create();
    const page = doc.addPage([1, 1]);
    const { context } = doc;
    const fonts = {
      F: context.obj({ Type: "Font", Subtype: "Type1", BaseFont: "Courier" }),
      G: context.obj({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" }),
    };
    const tree = doc.catalog.Pages();
    tree.set(PDFName.of("MediaBox"), context.obj([100, 200, 700, 1000]));
    tree.set(PDFName.of("Resources"), context.obj({ Font: fonts }));
    const form = context.stream("BT /F 10 Tf 5 7 Td (form) Tj ET", {
      Type: "XObject",
      Subtype: "Form",
      BBox: [0, 0, 100, 100],
      Matrix: [1, 0, 0, 1, 20, 30],
      Resources: { Font: fonts },
    });
    for (const key of ["MediaBox", "Resources"]) page.node.delete(PDFName.of(key));
    tree
      .lookup(PDFName.of("Resources"), PDFDict)
      .set(PDFName.of("XObject"), context.obj({ X: context.register(form) }));
    // The form is at (200, 300); "Q" restores the first font.
    const content =
      "/F 10 Tf q 1 0 0 1 175 263 cm /G 20 Tf /X Do Q " +
      "BT 200 400 Td (aa) Tj 0 -50 Td [(b) -1000 (b)] TJ T* 0 Tw (c) ' ET";
    page.node.set(PDFName.of("Contents"), context.register(context.stream(content)));
    const { pages, matches: boxesByText } = await find(await doc.save(), "form", "aa", "bb");
    assert.deepStrictEqual(pages, [{ width: 600, height: 800 }]);
    assertPosition(onlyBox(boxesByText[0]), { left: 100, right: 124, baseline: 700 }, 10);
    assertPosition(onlyBox(boxesByText[1]), { left: 100, right: 112, baseline: 600 }, 10);
    assertPosition(onlyBox(boxesByText[2]), { left: 100, right: 122, baseline: 650 }, 10);
  });

  it("finds the text of rendered documents, inside and outside of forms", async () => {
    const blank = await render(
      layoutOf(field({ position: { x: 20, y: 30 }, width: 100, height: 20 })),
    );
    const base = await PDFDocument.create();
    base.addPage([600, 800]).setCropBox(50, 50, 500, 700);
    const overlay = await render({
      basePdf: dataUri(await base.save(), "application/pdf"),
      schemas: [[field({ position: { x: 20, y: 30 }, width: 100, height: 20 })]],
    });
    for (const [pdf, width, height] of [
      [blank, 595.28, 841.89],
      [overlay, 500, 700],
    ] as const) {
      const { matches: boxesByText } = await find(
        pdf,
        "office",
        "שלום",
        "مرحبا",
        "สวัสดี",
        "नमस्ते",
        "漢字",
      );
      const points = 72 / 25.4;
      for (const boxes of boxesByText) {
        const box = onlyBox(boxes, width, height);
        assert.isAtLeast(box.left, 20 * points - 1);
        assert.isAtLeast(box.top, 30 * points - 4);
        assert.isAtMost(box.bottom, 50 * points + 4);
      }
    }
  });
});

const render = async (layout: Layout) => {
  const template = await compileLayout({ layout, manifest: manifestOf(), title: "Title" });
  const text = "Our o\ufb03ce שלום مرحبا สวัสดี नमस्ते 漢字";
  return (await renderDocument(template, dataOf({ text }), new Map())).bytes;
};
