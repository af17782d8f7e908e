/** Imported pdfme templates print what stock pdfme prints with their sample data. */
import * as fs from "node:fs";

import { assert, layer } from "@effect/vitest";
import { importPdfme } from "@paraph/core/layouts";
import { imageFetcherNone } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { Effect, Layer } from "effect";

import { stockPdfme } from "../../packages/pdf/_bench/stock_pdfme.ts";
import { fontPath } from "../../packages/pdf/fonts/bundled/font_files.ts";
import { differingPixels } from "./compare.ts";
import { saveForInspection } from "./goldens.ts";
import { inputOf } from "./pdfme_input.ts";
import { PDFME_TEMPLATES } from "./pdfme_templates.ts";
import { publish, render } from "./publish.ts";
import { withPdf } from "./raster.ts";

const ROBOTO = new Uint8Array(fs.readFileSync(fontPath("Roboto-Regular")));

/** Twice the resolution of the tolerance: hairlines are thinner than a pixel at 72 dpi. */
const DPI = 144;
const ONE_PIXEL_AT_72 = 2;

/** Corners of glyphs, where the anti-aliasing of two pixels adds up. A letter has over a hundred. */
const TOLERANCE = 8;

layer(Layer.provide(sharedRenderer, imageFetcherNone), { timeout: "2 minutes" })(
  "imported pdfme templates, within a pixel of pdfme at 72 dpi",
  (it) => {
    it.effect.each(PDFME_TEMPLATES)("%s", ([name, template]) =>
      Effect.gen(function* () {
        const file = JSON.parse(JSON.stringify(template));
        const { layout, manifest, data } = yield* Effect.fromResult(importPdfme(file));
        const { bytes } = yield* render(yield* publish({ layout, manifest, data }), data);
        const stock = yield* Effect.promise(() =>
          stockPdfme(file, { Roboto: ROBOTO })(inputOf(file)),
        );
        const [ours, theirs] = yield* Effect.promise(() =>
          Promise.all([picture(bytes), picture(stock)]),
        );
        const differing = differingPixels(ours, theirs, ONE_PIXEL_AT_72);
        if (differing > TOLERANCE) {
          const [saved, expected] = [
            saveForInspection(name, ours),
            saveForInspection(`${name} in pdfme`, theirs),
          ];
          assert.fail(`${differing} pixels differ: compare ${saved} with ${expected}`);
        }
      }),
    );
  },
);

const picture = (bytes: Uint8Array) => withPdf(bytes, (pdf) => pdf.raster([0], DPI));
