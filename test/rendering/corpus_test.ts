/**
 * Compares documents with their goldens. A file with the SHA-256 of an approved one passes; any other is
 * compared by picture and text and checked by a second reader.
 *
 * Renew the goldens with
 * `RENEW_GOLDENS=1 npx vitest run --config vitest.workspace.ts test/rendering/corpus_test.ts`
 * and look at `goldens/contact_sheet.html` before you commit them.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { isDeepStrictEqual } from "node:util";

import { assert, layer } from "@effect/vitest";
import { imageFetcherNone } from "@paraph/core/renders";
import { pdfRenderer } from "@paraph/pdf";
import { Effect, Layer } from "effect";
import { afterAll } from "vitest";

import { readWith } from "../support/outside_tool.ts";
import { differingPixels } from "./compare.ts";
import { CORPUS } from "./corpus/cases.ts";
import {
  goldenText,
  IS_RENEWING,
  readGolden,
  readGoldenFiles,
  saveForInspection,
  writeContactSheet,
  writeGolden,
  writeGoldenFile,
} from "./goldens.ts";
import { publish, render } from "./publish.ts";
import { withPdf } from "./raster.ts";

const FILES = readGoldenFiles();

/** Dots per inch: a letter of usual size is some ten pixels high, and its shape matters. */
const DPI = 72;

/**
 * The number of pixels that may differ by more than a neighbour. The same build renders the same pixels;
 * another machine's canvas may round a few edges differently, while the smallest letter has over twenty.
 */
const TOLERANCE = 8;

/**
 * Composed, without white space and joiners, which readers derive from the positions of letters, if at all.
 */
const normalizeText = (text: string) => text.normalize("NFC").replace(/[\s\u200c\u200d]+/gu, "");

afterAll(() => {
  if (IS_RENEWING) writeContactSheet(CORPUS.map(({ name }) => name));
});

layer(Layer.provide(pdfRenderer({ threads: 2 }), imageFetcherNone), { timeout: "2 minutes" })(
  "corpus",
  (it) => {
    it.effect.each(CORPUS)("$name", (testCase) =>
      Effect.gen(function* () {
        const { name, expectedText, goldenPages, data } = testCase;
        const { bytes, pageCount } = yield* render(yield* publish(testCase), data);
        const file = { sha256: createHash("sha256").update(bytes).digest("hex"), pageCount };
        if (!IS_RENEWING && isDeepStrictEqual(file, FILES[name])) return;
        const { pages, picture } = yield* Effect.promise(() =>
          withPdf(bytes, async (pdf) => ({
            pages: await pdf.texts(),
            picture: await pdf.raster(goldenPages, DPI),
          })),
        );
        assert.strictEqual(pages.length, pageCount);
        if (expectedText !== undefined)
          assert.strictEqual(normalizeText(pages.join("")), normalizeText(expectedText));
        checkFile(name, bytes);
        const text = goldenText(pages);
        if (IS_RENEWING) {
          writeGolden(name, { picture, text });
          writeGoldenFile(name, file);
        }
        const golden = readGolden(name);
        assert.isDefined(golden, "The golden is missing");
        assert.strictEqual(text, golden?.text);
        if (golden === undefined || differingPixels(picture, golden.picture, 1) <= TOLERANCE)
          return;
        assert.fail(`It looks different: see ${saveForInspection(name, picture)}`);
      }),
    );
  },
);

/** A second reader finds nothing wrong with the file. */
function checkFile(name: string, bytes: Uint8Array): void {
  const file = path.join(os.tmpdir(), `paraph-corpus-${process.pid}-${name}.pdf`);
  fs.writeFileSync(file, bytes);
  const check = readWith("qpdf", ["--check", file]);
  fs.rmSync(file);
  assert.strictEqual(check?.status ?? 0, 0, check?.output);
}
