/** Invalid input fails with a clear code before the deadline, and does not affect other renders. */
import * as fs from "node:fs";

import { assert, layer } from "@effect/vitest";
import { imageFetcherNone } from "@paraph/core/renders";
import { pdfRenderer } from "@paraph/pdf";
import { Effect, Layer } from "effect";

import { fontPath } from "../../packages/pdf/fonts/bundled/font_files.ts";
import {
  type FontFile,
  readFont,
  UnreadableFont,
} from "../../packages/pdf/fonts/opentype/font_file.ts";
import { subsetFont } from "../../packages/pdf/fonts/subset_font.ts";
import { dataUri } from "../../packages/pdf/testing/fixtures.ts";
import { makeBase } from "./corpus/base_pdfs.ts";
import { corpusCase, put, variable } from "./corpus/corpus_case.ts";
import { LOGO, PHOTO } from "./corpus/pictures.ts";
import { HOSTILE } from "./hostile_cases.ts";
import { mutate, repairChecksums } from "./mutations.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { withPdf } from "./raster.ts";

/** CPU time in milliseconds that a case may take, on all threads. */
const CPU_LIMIT = 10_000;
const MUTATIONS = 125;
const seeds = Array.from({ length: MUTATIONS }, (_, index) => index);

const BASES = await Promise.all((["plain", "form", "links"] as const).map(makeBase));

const withImage = (bytes: Uint8Array, mediaType: string) =>
  corpusCase("image", {
    pages: [[put(8, 40, { name: "logo", type: "image" })]],
    variables: [variable("logo", "image")],
    data: { logo: dataUri(bytes, mediaType) },
  });
const onBase = (bytes: Uint8Array) =>
  corpusCase("base", {
    base: dataUri(bytes, "application/pdf"),
    pages: [[put(8, 20, { content: "On a base" })]],
  });
const LETTER = corpusCase("letter", {
  pages: [[put(8, 20, { name: "text" })]],
  variables: [variable("text")],
  data: { text: "Still here" },
});

layer(Layer.provide(pdfRenderer({ threads: 2, deadline: "1 minute" }), imageFetcherNone), {
  timeout: "2 minutes",
})("bad input", (it) => {
  /** Asserts that the next render succeeds. */
  const assertNextRender = Effect.gen(function* () {
    const { bytes } = yield* outcomeOf(LETTER);
    const texts = yield* Effect.promise(() =>
      withPdf(bytes ?? new Uint8Array(), (pdf) => pdf.texts()),
    );
    assert.deepStrictEqual(texts, ["Still here"]);
  });

  it.effect.each(HOSTILE)("$name: $code", ({ code, submission }) =>
    Effect.gen(function* () {
      const before = process.cpuUsage();
      const outcome = yield* outcomeOf(submission);
      assert.strictEqual(outcome.code, code, outcome.detail);
      const { user, system } = process.cpuUsage(before);
      assert.isBelow((user + system) / 1000, CPU_LIMIT);
      yield* assertNextRender;
    }),
  );

  it.effect(`${MUTATIONS} damaged PNG files`, () =>
    Effect.forEach(
      seeds,
      (seed) => {
        const png = mutate(LOGO, seed);
        return outcomeOf(withImage(seed % 2 === 0 ? png : repairChecksums(png), "image/png")).pipe(
          endsIn(["succeeded", "image_unreadable", "invalid_input_data"]),
        );
      },
      { concurrency: 8 },
    ).pipe(Effect.andThen(assertNextRender)),
  );

  it.effect(`${MUTATIONS} damaged JPEG files`, () =>
    Effect.forEach(
      seeds,
      (seed) =>
        outcomeOf(withImage(mutate(PHOTO, seed), "image/jpeg")).pipe(
          endsIn(["succeeded", "image_unreadable", "invalid_input_data"]),
        ),
      { concurrency: 8 },
    ).pipe(Effect.andThen(assertNextRender)),
  );

  it.effect(`${MUTATIONS} damaged PDF files`, () =>
    Effect.forEach(
      seeds,
      (seed) => {
        const base = BASES[seed % BASES.length] ?? new Uint8Array();
        return outcomeOf(onBase(mutate(base, seed))).pipe(endsIn(["succeeded", "invalid_request"]));
      },
      { concurrency: 8 },
    ).pipe(Effect.andThen(assertNextRender)),
  );

  // Fonts come with the program: requests contain none, and a damaged installation has a separate error.
  it(`${MUTATIONS} damaged font files`, () => {
    const file = fs.readFileSync(fontPath("Hebrew"));
    const fonts = seeds.flatMap((seed) => {
      const font = ifReadable(() => readFont(Buffer.from(mutate(file, seed))));
      return font === undefined ? [] : [font];
    });
    assert.isAbove(fonts.length, 0);
    fonts.forEach(useAll);
  });
});

const endsIn = (codes: ReadonlyArray<string>) =>
  Effect.map(({ code, detail }: Outcome) => assert.include(codes, code, detail));

/** The result of reading a font; `undefined` if it is damaged. Any other error is a defect. */
function ifReadable<A>(read: () => A): A | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFont)) throw error;
    return undefined;
  }
}

/** Reads all data of every glyph and makes a subset of each. */
function useAll(font: FontFile): void {
  for (let codePoint = 0; codePoint < 0x600; codePoint++) {
    ifReadable(() => font.glyphOf(codePoint));
  }
  for (let glyph = 0; glyph < font.glyphCount; glyph++) {
    ifReadable(() => font.advanceOf(glyph));
    ifReadable(() => font.outlineOf(glyph));
    ifReadable(() => subsetFont(font, [0, glyph]));
  }
  ifReadable(() => font.codePointOf(0));
  ifReadable(() =>
    subsetFont(
      font,
      Array.from({ length: font.glyphCount }, (_, glyph) => glyph),
    ),
  );
}
