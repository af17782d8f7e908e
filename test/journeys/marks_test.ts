import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { assert, describe, it } from "@effect/vitest";
import type { Mark } from "@paraph/core/builtin_provider";
import { degrees, PDFDocument } from "pdf-lib";

import { stampMarks } from "../../packages/pdf/signing/marks/stamp_marks.ts";
import { withPdf } from "../rendering/raster.ts";
import { readWith } from "../support/outside_tool.ts";
import { renderWithPoppler, inkIn, type Picture, pictureOf } from "../support/pdf_pictures.ts";

const DPI = 100;

/** A signature that reaches every side of its pad. */
const DRAWN_SIGNATURE = {
  kind: "drawn",
  width: 400,
  height: 200,
  strokes: [
    [0, 0, 100, 190, 200, 20, 300, 180, 400, 200],
    [0, 200, 400, 0],
  ],
} as const;

const LONG = "Terms, once more and again, until there are many lines of them. ".repeat(8);

/** A mark in each corner. */
const MARKS: ReadonlyArray<Mark> = [
  { page: 1, x: 10, y: 5, width: 30, height: 8, kind: "signature", signature: DRAWN_SIGNATURE },
  {
    page: 1,
    x: 60,
    y: 5,
    width: 30,
    height: 8,
    kind: "signature",
    signature: { kind: "typed", text: "Ann Example" },
  },
  {
    page: 1,
    x: 10,
    y: 25,
    width: 30,
    height: 8,
    kind: "signature",
    signature: { kind: "typed", text: "محمد علي" },
  },
  { page: 1, x: 60, y: 25, width: 30, height: 4, kind: "text", text: "2026-11-21" },
  { page: 1, x: 10, y: 45, width: 30, height: 3, kind: "text", text: LONG },
  { page: 1, x: 60, y: 45, width: 30, height: 20, kind: "paragraph", text: LONG },
  { page: 1, x: 10, y: 75, width: 4, height: 3, kind: "check" },
  { page: 1, x: 60, y: 75, width: 30, height: 8, kind: "text", text: "ที่นี่ ปู่ นี้ नमस्ते" },
];

const blank = async (angle: number) => {
  const doc = await PDFDocument.create();
  const page = doc.addPage([600, 800]);
  page.setCropBox(50, 60, 500, 700);
  page.setRotation(degrees(angle));
  return doc.save();
};

const assertInPlace = (picture: Picture, angle: number) => {
  assert.strictEqual(picture.width > picture.height, angle % 180 === 90);
  const { inside, outside } = inkIn(picture, MARKS);
  assert.strictEqual(outside, 0);
  for (const dots of inside) assert.isAbove(dots, 25);
};

describe("stampMarks()", () => {
  it.each([0, 90, 180, 270])(
    "puts marks into their boxes on a page turned by %i°",
    async (angle) => {
      const pdf = await stampMarks(await blank(angle), MARKS);
      assertInPlace(pictureOf(await withPdf(pdf, ({ raster }) => raster([0], DPI))), angle);
      for (const picture of renderWithPoppler(pdf, DPI) ?? []) assertInPlace(picture, angle);
    },
  );

  it("leaves a file that other programs accept", async () => {
    const folder = mkdtempSync(join(tmpdir(), "paraph-marks-"));
    const file = join(folder, "marks.pdf");
    writeFileSync(file, await stampMarks(await blank(90), MARKS));
    const check = readWith("qpdf", ["--check", file]);
    rmSync(folder, { recursive: true });
    assert.strictEqual(check?.status ?? 0, 0);
  });
});
