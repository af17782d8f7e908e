import { assert, describe, layer } from "@effect/vitest";
import type { Box } from "@paraph/core/signatures";
import { Effect } from "effect";

import { readDocument } from "../../packages/pdf/extract/read_document.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";

/** Points in a CSS pixel. */
const PIXEL = 0.75;

/** Texts as they occur in documents, each in an element with the id `a`, `b` and so on. */
const PAGE = `<!doctype html><meta charset="utf-8">
<style>
  @page { size: 600pt 800pt; margin: 0 }
  body { margin: 0; font: 16px "DejaVu Sans", sans-serif }
  p, div { position: absolute; margin: 0 }
</style>
<p style="left:50px;top:50px">Sign here: <span id="a">{{SIG_1}}</span> please</p>
<p style="left:50px;top:100px;width:120px">Some words then <span id="b">Anchor String</span> end</p>
<p style="left:50px;top:200px"><span id="c">{{<b>MIX</b>_0}}</span></p>
<p style="left:50px;top:250px;letter-spacing:8px">now <span id="d">{{SPACED}}</span></p>
<p style="left:50px;top:300px;width:420px;text-align:justify">Justified words stand far <span
  id="e">apart here</span> and long_unbroken_words_make_gaps_wide so that they do stand apart</p>
<p style="left:50px;top:400px;color:#fff">here <span id="f">{{WHITE}}</span></p>
<p style="left:50px;top:450px;font-family:'DejaVu Serif'">The <span id="g">{{office_ffi_fl}}</span></p>
<div style="left:500px;top:100px;writing-mode:vertical-rl">read <span id="h">{{DOWN}}</span></div>
<div style="left:600px;top:100px;writing-mode:vertical-rl;transform:rotate(180deg)">read <span
  id="i">{{UP}}</span></div>
<p style="left:50px;top:500px">and <span id="j">חתימה כאן</span> as well</p>
<p style="left:50px;top:550px">and <span id="k">التوقيع هنا</span> as well</p>
<p style="left:50px;top:600px;opacity:.5">pale <span id="l">{{PALE}}</span></p>`;

const TEXTS = [
  "{{sig_1}}",
  "anchor string",
  "{{MIX_0}}",
  "{{SPACED}}",
  "apart here",
  "{{WHITE}}",
  "{{OFFICE_ffi_fl}}",
  "{{DOWN}}",
  "{{UP}}",
  "חתימה כאן",
  "التوقيع هنا",
  "{{PALE}}",
];

const suite = describe.skipIf(CHROMIUM === undefined);

suite("readDocument()", () => {
  layer(Chromium.layer, { excludeTestServices: true })((it) => {
    it.effect("finds texts where a browser printed them", () =>
      Effect.gen(function* () {
        const { page } = yield* openPage();
        yield* Effect.promise(() => page.emulateMedia({ media: "print" }));
        yield* Effect.promise(() => page.setContent(PAGE));
        const places = yield* Effect.promise(() =>
          page.evaluate(
            (ids) => {
              const whole = (id: string) => {
                const rects = document.querySelector(`#${id}`)?.getClientRects() ?? [];
                return [...rects].map(({ left, top, right, bottom }) => ({
                  left,
                  top,
                  right,
                  bottom,
                }));
              };
              return ids.map(whole);
            },
            Array.from(TEXTS, (_, index) => String.fromCharCode(97 + index)),
          ),
        );
        const pdf = yield* Effect.promise(() => page.pdf({ preferCSSPageSize: true }));
        const reading = yield* Effect.promise(() => readDocument({ pdf, texts: TEXTS }));
        const matches = reading.kind === "read" ? reading.document.matches : [];
        TEXTS.forEach((text, index) => {
          const boxes = matches[index] ?? [];
          assert.strictEqual(boxes.length, 1, text);
          boxes.forEach((box) => assertPosition(text, box, places[index] ?? []));
        });
      }).pipe(Effect.scoped),
    );
  });
});

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A text starts where its element starts, on its first line. */
const assertPosition = (text: string, box: Box, [first, ...others]: ReadonlyArray<Rectangle>) => {
  const actual = {
    left: box.x * 6,
    top: box.y * 8,
    right: (box.x + box.width) * 6,
    bottom: (box.y + box.height) * 8,
  };
  // A text printed in parts has an element with several rectangles on one line.
  const line = others.filter(({ top }) => top === first?.top);
  const right = Math.max(...[first, ...line].map((part) => part?.right ?? 0));
  const isUpright = actual.right - actual.left > actual.bottom - actual.top;
  const expected = {
    left: (first?.left ?? 0) * PIXEL,
    top: (first?.top ?? 0) * PIXEL,
    right: right * PIXEL,
    bottom: (first?.bottom ?? 0) * PIXEL,
  };
  // Exact along the line; browsers and files have different line heights.
  const [along, across] = isUpright ? [0.5, 4] : [4, 0.5];
  assert.closeTo(actual.left, expected.left, along, text);
  assert.closeTo(actual.top, expected.top, across, text);
  assert.closeTo(actual.bottom, expected.bottom, across, text);
  // Letter spacing adds a space after the last letter; a line may end in a space.
  assert.closeTo(actual.right, expected.right, along + (text === "{{SPACED}}" ? 6 : 0), text);
};
