/** pdfme's own public templates import with a map of fonts, and print what stock pdfme prints. */
import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it, layer } from "@effect/vitest";
import type { LoadableFace } from "@paraph/core/fonts";
import { importPdfme, suggestedFontMap } from "@paraph/core/layouts";
import { imageFetcherNone } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { Effect, Layer, Result } from "effect";

import { stockPdfme } from "../../packages/pdf/_bench/stock_pdfme.ts";
import { type FontFileName, fontPath } from "../../packages/pdf/fonts/bundled/font_files.ts";
import { differingPixels } from "./compare.ts";
import { saveForInspection } from "./goldens.ts";
import { DIFFERENCES, OTHER_TEXT, USUAL_DIFFERENCE, WITH_CODE } from "./pdfme_gallery.ts";
import { inputOf } from "./pdfme_input.ts";
import { publish, render } from "./publish.ts";
import { withPdf } from "./raster.ts";

const FOLDER = path.join(import.meta.dirname, "../data/pdfme");
const read = (name: string) =>
  JSON.parse(fs.readFileSync(path.join(FOLDER, `${name}.json`), "utf8"));
const NAMES = fs
  .readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => path.basename(file, ".json"));

/** Twice the resolution of the tolerance: hairlines are thinner than a pixel at 72 dpi. */
const DPI = 144;
const ONE_PIXEL_AT_72 = 2;
/** Lighter pixels are paper. */
const DARK = 200;

const load = (name: FontFileName) => new Uint8Array(fs.readFileSync(fontPath(name)));
const ROBOTO = load("Roboto-Regular");
const JAPANESE = load("JP");
const CAVEAT = load("Caveat");

/** The font of Japanese templates, which is one of the project. Other templates map it. */
const japaneseFace = (name: string): LoadableFace => ({
  name,
  family: name,
  style: "normal",
  weight: 400,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- identifies the file to this test only
  file: { id: name as LoadableFace["file"]["id"], byteSize: JAPANESE.length },
  coordinates: {},
  load: Effect.succeed(JAPANESE),
});
const JAPANESE_FACES = ["NotoSansJP", "NotoSerifJP"].map(japaneseFace);

/** The fonts of a template: those of the project, the map of the others, and the files for stock pdfme. */
function fontsOf(schemas: string) {
  const names = [...schemas.matchAll(/"fontName":"([^"]+)"/g)].map(([, name]) => name ?? "");
  const isJapanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(schemas);
  const faces = isJapanese ? JAPANESE_FACES.filter(({ name }) => names.includes(name)) : [];
  const fontMap = suggestedFontMap(
    names,
    faces.map(({ name }) => name),
  );
  const stock = {
    Roboto: ROBOTO,
    ...Object.fromEntries(faces.map(({ name }) => [name, JAPANESE])),
    ...Object.fromEntries(
      Object.entries(fontMap).map(([name, font]) => [name, font === "Caveat" ? CAVEAT : ROBOTO]),
    ),
  };
  return { faces, fontMap, stock };
}

describe("pdfme's public templates", () => {
  it("are as many as listed", () => {
    assert.strictEqual(NAMES.length, 44);
    const known = [...Object.keys(DIFFERENCES), ...Object.keys(WITH_CODE)];
    assert.deepStrictEqual(
      known.filter((name) => !NAMES.includes(name)),
      [],
    );
  });

  it.each(Object.entries(WITH_CODE))("with code are refused with its places: %s", (name, paths) => {
    const reasons = Result.getOrThrow(Result.flip(importPdfme(read(name))));
    assert.deepStrictEqual(
      reasons.map((reason) => reason.path),
      paths,
    );
    for (const { message } of reasons) assert.include(message, "is an expression");
  });
});

layer(Layer.provide(sharedRenderer, imageFetcherNone), { timeout: "2 minutes" })(
  "pdfme's public templates, compared with pdfme",
  (it) => {
    it.effect.each(NAMES.filter((name) => !Object.hasOwn(WITH_CODE, name)))("%s", (name) =>
      Effect.gen(function* () {
        const file = read(name);
        const { faces, fontMap, stock } = fontsOf(JSON.stringify(file.schemas));
        const fonts = faces.map((face) => face.name);
        const imported = yield* Effect.fromResult(importPdfme(file, { fonts, fontMap }));
        const { layout, manifest, data } = imported;
        const version = yield* publish({ layout, manifest, data, fonts: faces });
        const { bytes } = yield* render(version, data);
        const expected = yield* Effect.promise(() => stockPdfme(file, stock)(inputOf(file)));
        const [ours, theirs] = yield* Effect.promise(() =>
          Promise.all([picture(bytes), picture(expected)]),
        );
        assert.deepStrictEqual([ours.width, ours.height], [theirs.width, theirs.height]);
        if (!OTHER_TEXT.has(name)) {
          const read = (pdf: Uint8Array) => Effect.promise(() => characters(pdf));
          assert.strictEqual(yield* read(bytes), yield* read(expected));
        }
        const dark = theirs.grey.reduce((count, shade) => count + (shade < DARK ? 1 : 0), 0);
        const share = differingPixels(ours, theirs, ONE_PIXEL_AT_72) / Math.max(1, dark);
        const most = DIFFERENCES[name]?.most ?? USUAL_DIFFERENCE;
        if (share > most) {
          const saved = [
            saveForInspection(name, ours),
            saveForInspection(`${name} in pdfme`, theirs),
          ];
          assert.fail(`${share.toFixed(3)} of the pixels differ: compare ${saved.join(" with ")}`);
        }
      }),
    );
  },
);

/** The characters of a document without an order: that of lines differs. */
const characters = (bytes: Uint8Array) =>
  withPdf(bytes, async (pdf) =>
    Array.from((await pdf.texts()).join("").replaceAll(/\s/gu, ""))
      .toSorted()
      .join(""),
  );

const picture = (bytes: Uint8Array) =>
  withPdf(bytes, (pdf) =>
    pdf.raster(
      Array.from({ length: pdf.pageCount }, (_, page) => page),
      DPI,
    ),
  );
