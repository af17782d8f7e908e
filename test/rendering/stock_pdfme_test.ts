/** Where stock pdfme is correct, Paraph renders the same. */
import * as fs from "node:fs";

import { assert, layer } from "@effect/vitest";
import { imageFetcherNone } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { Predicate, Effect, Layer } from "effect";

import { stockPdfme } from "../../packages/pdf/_bench/stock_pdfme.ts";
import { fontPath } from "../../packages/pdf/fonts/bundled/font_files.ts";
import { differingPixels } from "./compare.ts";
import type { CorpusCase } from "./corpus/corpus_case.ts";
import { publish, render } from "./publish.ts";
import { withPdf } from "./raster.ts";
import { STOCK_CASES } from "./stock_cases.ts";

const ROBOTO = new Uint8Array(fs.readFileSync(fontPath("Roboto-Regular")));

/** Twice the resolution of the tolerance: hairlines are thinner than a pixel at 72 dpi. */
const DPI = 144;
const ONE_PIXEL_AT_72 = 2;

/** Corners of glyphs, where the anti-aliasing of two pixels adds up. A letter has over a hundred. */
const TOLERANCE = 8;

layer(Layer.provide(sharedRenderer, imageFetcherNone), { timeout: "2 minutes" })(
  "stock pdfme, within a pixel at 72 dpi",
  (it) => {
    it.effect.each(STOCK_CASES)("$name", (testCase) =>
      Effect.gen(function* () {
        // pdfme neither kerns nor joins letters.
        const layout = { ...testCase.layout, kerning: false };
        const { bytes } = yield* render(yield* publish({ ...testCase, layout }), {});
        const stock = yield* Effect.promise(() =>
          stockPdfme(testCase.layout, { Roboto: ROBOTO })(contentsOf(testCase)),
        );
        const [ours, theirs] = yield* Effect.promise(() =>
          Promise.all([picture(bytes, testCase.goldenPages), picture(stock, testCase.goldenPages)]),
        );
        assert.isAtMost(differingPixels(ours, theirs, ONE_PIXEL_AT_72), TOLERANCE);
      }),
    );
  },
);

const picture = (bytes: Uint8Array, pages: ReadonlyArray<number>) =>
  withPdf(bytes, (pdf) => pdf.raster(pages, DPI));

/** pdfme takes fields' contents as input. */
function contentsOf({ layout }: CorpusCase): Readonly<Record<string, string>> {
  const pages = Array.isArray(layout["schemas"]) ? layout["schemas"] : [];
  return Object.fromEntries(
    pages
      .flat()
      .flatMap((field: unknown) =>
        Predicate.isObject(field) && typeof field["content"] === "string"
          ? [[String(field["name"]), field["content"]]]
          : [],
      ),
  );
}
