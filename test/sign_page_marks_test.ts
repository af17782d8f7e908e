import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";

import { apiServer } from "../packages/http/_testing/api_server.ts";
import { stampMarks } from "../packages/worker/signing/_adapters/stamp_marks.ts";
import { CHROMIUM, Chromium } from "./browser.ts";
import { pictureOf, type Place } from "./pdf_pictures.ts";
import { withPdf } from "./rendering/raster.ts";
import { LETTER } from "./share_visit.ts";
import { draw, fieldAt, parts, sendForSignature, thanked, visitToSign } from "./signing_visit.ts";

const person = (name: string) => ({
  ...{ firstName: name, lastName: "Example", email: `${name}@example.com` },
});

const LINES = Array.from({ length: 12 }, (_, at) => `Condition ${at + 1}`).join("\n");
const LONG =
  "Delivered to the back door of the old mill, not to the front, and never on a Sunday at all";

/** What others have put in, measured: how much of it does not fit, and how thick a pen was, in points. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const marks = Array.from(document.querySelectorAll<HTMLElement>(".earlier .written"));
    const pens = Array.from(document.querySelectorAll(".earlier svg.ink path"));
    const style = (element: Element) => getComputedStyle(element);
    return {
      cut: marks.map(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth),
      ),
      pens: pens.map((pen) => {
        const point = Number(style(pen).getPropertyValue("--total-scale-factor"));
        return parseFloat(style(pen).strokeWidth) / point;
      }),
    };
  });

/** Where ink is: fractions of what was looked at, from its upper left corner. */
interface InkBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What the ink of the signature field covers on the page, without the document below and its border. */
async function inkOnPage(page: Page): Promise<InkBox> {
  const field = page.locator(".field.is-signature");
  await field.evaluate(async (element) => {
    await document.fonts.ready;
    for (const canvas of document.querySelectorAll("canvas")) canvas.style.visibility = "hidden";
    const control = element.querySelector<HTMLElement>(".control");
    if (control !== null) control.style.cssText = "border-color: transparent; background: white";
  });
  const picture = await field.screenshot();
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, width, height) ?? {};
    const box = { left: 1, top: 1, right: 0, bottom: 0 };
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at] ?? 255) > 150) continue;
      const [x, y] = [((at / 4) % width) / width, Math.floor(at / 4 / width) / height];
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x);
      box.bottom = Math.max(box.bottom, y);
    }
    return box;
  }, Array.from(picture));
}

/** What a signature covers of its place on paper. */
async function inkOnPaper(text: string, place: Place): Promise<InkBox> {
  const blank = await PDFDocument.create();
  blank.addPage([595, 842]);
  const mark = {
    ...place,
    page: 1,
    kind: "signature",
    signature: { kind: "typed", text },
  } as const;
  const pdf = await stampMarks(await blank.save(), [mark]);
  const { width, height, isInk } = pictureOf(await withPdf(pdf, ({ raster }) => raster([0], 300)));
  const box = { left: 1, top: 1, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      const [across, down] = [
        ((x / width) * 100 - place.x) / place.width,
        ((y / height) * 100 - place.y) / place.height,
      ];
      box.left = Math.min(box.left, across);
      box.top = Math.min(box.top, down);
      box.right = Math.max(box.right, across);
      box.bottom = Math.max(box.bottom, down);
    }
  }
  return box;
}

/** Names in the scripts of several faces, one of them made smaller to fit. */
const NAMES = [
  "Ada Lovelace",
  "Jo",
  "Wilhelmina Theodora Anastasia van der Westhuizen-Oppenheimer",
  "Константин Ёлкин",
  "Αριστοτέλης",
  "محمد علي",
  "שרה לוי",
];

const suite = describe.skipIf(CHROMIUM === undefined);
suite("What recipients put in", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("is shown whole to whoever comes after them, drawn with the same pen", () =>
      Effect.gen(function* () {
        const { url, urlOf } = yield* sendForSignature(LETTER, {
          recipients: [person("ada"), person("bob")],
          fields: [
            fieldAt("signature", 10, 58, { height: 6 }),
            fieldAt("text", 10, 70, { width: 15 }),
            fieldAt("text_area", 45, 78, { width: 30, height: 10 }),
            fieldAt("signature", 45, 58, { height: 6, recipientIndex: 1 }),
          ],
        });
        const { page } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { consent, finish, field } = parts(page);
          await page.getByRole("tab", { name: "Draw" }).click();
          await draw(page);
          await field("Text, page 1").first().fill(LONG);
          await field("Text, page 1").last().fill(LINES);
          await consent.check();
          await finish.click();
          await thanked(page);
        });
        for (const width of [1200, 390]) {
          const later = yield* visitToSign(yield* urlOf("bob@example.com"), {
            viewport: { width, height: 800 },
          });
          const { cut, pens } = yield* Effect.promise(() => measured(later.page));
          assert.deepEqual(cut.length, 2);
          for (const pixels of cut) assert.isAtMost(pixels, 1, `${width}`);
          assert.strictEqual(pens.length, 1);
          assert.isAtLeast(pens[0] ?? 0, 0.59);
          assert.isAtMost(pens[0] ?? 0, 2.41);
          assert.deepEqual(later.faults, []);
        }
      }),
    );

    it.effect("is signed with the face, the size and the place that its signer sees", () =>
      Effect.gen(function* () {
        const place = { x: 10, y: 58, width: 25, height: 6 };
        const { url } = yield* sendForSignature(LETTER);
        const { page } = yield* visitToSign(url, { deviceScaleFactor: 2 });
        yield* Effect.promise(async () => {
          const { width = 0, height = 0 } =
            (await page.locator(".field.is-signature").boundingBox()) ?? {};
          for (const name of NAMES) {
            await parts(page).name.fill(name);
            await page.locator(".field.is-signature svg text").filter({ hasText: name }).waitFor();
            const [seen, sealed] = [await inkOnPage(page), await inkOnPaper(name, place)];
            for (const [side, size] of [
              ["left", width],
              ["right", width],
              ["top", height],
              ["bottom", height],
            ] as const) {
              assert.closeTo(seen[side] * size, sealed[side] * size, 2, `${name}: ${side}`);
            }
          }
        });
      }),
    );

    it.effect("is no signature when it is a tap or cannot be seen", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER);
        const { page } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { consent, finish, name } = parts(page);
          await consent.check();
          await name.fill("\u200b\u3164");
          await finish.click();
          await page.getByText("Type your name to sign.").waitFor();
          await page.getByRole("tab", { name: "Draw" }).click();
          await page.getByRole("img", { name: "Your drawing" }).click();
          await page.getByText("0 of 1 required field").waitFor();
          await finish.click();
          await page.getByText("Draw your signature.").waitFor();
          await draw(page);
          await page.getByText("1 of 1 required field").waitFor();
        });
      }),
    );

    it.effect("is asked for on a phone without covering what else is to be filled in", () =>
      Effect.gen(function* () {
        const fields = [0, 12, 24].map((down) => fieldAt("text", 10, 58 + down));
        const recipients = [
          { firstName: "Ada", email: "ada@example.com", designation: "Approver" },
        ];
        const { url } = yield* sendForSignature(LETTER, { fields, recipients });
        const { page } = yield* visitToSign(url, { viewport: { width: 390, height: 800 } });
        yield* Effect.promise(async () => {
          const { finish, field } = parts(page);
          await finish.click();
          await page.getByText("Fill this in").first().waitFor();
          assert.strictEqual(await page.locator(".field.is-wrong").count(), 3);
          assert.strictEqual(await page.locator(".field-problem:visible").count(), 1);
          await field("Text, page 1").nth(1).click();
          assert.strictEqual(await page.locator(".field-problem:visible").count(), 1);
          await field("Text, page 1").nth(1).and(page.locator(":focus")).waitFor();
        });
      }),
    );
  });
});
