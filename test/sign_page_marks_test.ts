import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer } from "../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium } from "./browser.ts";
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
        const { url } = yield* sendForSignature(LETTER, { fields });
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
