import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";

import { submitInvoice } from "../../packages/http/_testing/api_client.ts";
import { apiServer, ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { formUrl, newIntegrator, publishForm, serverWithWorker } from "../support/embed_visit.ts";
import { LETTER } from "../support/share_visit.ts";
import { shareDocument } from "../support/shared_document.ts";
import { ALL_FIELDS, sendForSignature } from "../support/signing/signing_visit.ts";
import { openConsole, settled } from "./console_project.ts";
import { MANIFEST, PHONE } from "./form_visit.ts";

const DEVICES = { desktop: { viewport: { width: 1200, height: 800 } }, phone: PHONE } as const;

/** Opens a page as it is in a language that is written from right to left. */
async function openMirrored(page: Page, url: string): Promise<void> {
  await page.route(
    (requested) => requested.href.split("#")[0] === url.split("#")[0],
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.continue();
      const response = await route.fetch();
      const body = (await response.text()).replace('dir="ltr"', 'dir="rtl"');
      return route.fulfill({ response, body });
    },
  );
  await page.goto(url);
  assert.strictEqual(await page.locator("html").getAttribute("dir"), "rtl");
}

/** Whether nothing reaches out of the window at its sides, and names begin at the right. */
async function assertFits(page: Page, name: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isInScroller = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/u.test(getComputedStyle(element).overflowX) ||
        isInScroller(element.parentElement));
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    return [
      ...(scrollWidth > clientWidth ? ["the page"] : []),
      ...[...document.querySelectorAll("main *, header *, nav *")]
        .filter((element) => isVisible(element) && !isInScroller(element.parentElement))
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (left < -1 || right > clientWidth + 1);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
  assert.deepEqual(outside, [], name);
  // Names begin at the right, whatever their own direction.
  const sides = await page.evaluate(() =>
    [...document.querySelectorAll("h1[dir=auto], dd[dir=auto], td > div[dir=auto]")].map(
      (element) => getComputedStyle(element).textAlign,
    ),
  );
  assert.isTrue(
    sides.every((side) => side === "right"),
    name,
  );
}

/** The horizontal position of an element in another, from 0 to 1. */
async function positionIn(inner: Locator, outer: Locator): Promise<number> {
  const [one, other] = [await inner.boundingBox(), await outer.boundingBox()];
  assert.isNotNull(one);
  assert.isNotNull(other);
  return (one.x - other.x) / other.width;
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("From right to left", () => {
  const visit = (options: BrowserContextOptions) => openPage({ locale: "en-US", ...options });
  const devices = Object.entries(DEVICES);

  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect.each(devices)(
      "the page of a share fits a %s, and its text is on the page",
      ([device, options]) =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(LETTER, { message: "Hello" });
          const { page, pageErrors } = yield* visit(options);
          yield* Effect.promise(async () => {
            await openMirrored(page, url);
            await page.locator(".sheet canvas").first().waitFor({ state: "attached" });
            const sheet = page.locator(".sheet").first();
            const chapter = sheet.getByText("Chapter 1").first();
            await chapter.waitFor({ state: "attached" });
            await assertFits(page, `share-${device}`);
            assert.isBelow(await positionIn(chapter, sheet), 0.3);
          });
          assert.deepEqual(pageErrors, []);
        }),
    );

    it.effect.each(devices)(
      "the signing page fits a %s, with fields where they are",
      ([device, options]) =>
        Effect.gen(function* () {
          const { url } = yield* sendForSignature(LETTER, { fields: ALL_FIELDS });
          const { page, pageErrors } = yield* visit(options);
          yield* Effect.promise(async () => {
            await openMirrored(page, url);
            await page.locator(".sheet canvas").first().waitFor({ state: "attached" });
            await assertFits(page, `sign-${device}`);
            const sheet = page.locator(".sheet").first();
            const signature = page.locator(".field.is-signature");
            assert.closeTo(await positionIn(signature, sheet), 0.1, 0.02);
            const primary = page.locator("#primary:not([aria-disabled])");
            for (let step = 0; step < 2 * ALL_FIELDS.length; step++) await primary.click();
            await page.locator(".field-problem:not(:empty)").first().waitFor({ state: "attached" });
            await assertFits(page, `sign-problems-${device}`);
            await page.locator(".field.is-signature .control").click();
            await page.locator("#mark-dialog[open]").waitFor();
            await assertFits(page, `sign-dialog-${device}`);
          });
          assert.deepEqual(pageErrors, []);
        }),
    );

    it.effect.each(devices)("the verification page fits a %s", ([device, options]) =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        const { page } = yield* visit(options);
        yield* Effect.promise(async () => {
          await openMirrored(page, `http://127.0.0.1:${port}/verify`);
          await assertFits(page, `verify-${device}`);
        });
      }),
    );
  });

  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect.each(devices)("the console fits a %s", ([device, options]) =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const slug = `mirrored-${device}`;
        const { id } = yield* submitInvoice(slug);
        yield* succeedRender(id, LETTER);
        const { page, pageErrors } = yield* openConsole(key, options);
        yield* Effect.promise(async () => {
          const [base = ""] = page.url().split("#");
          await openMirrored(page, base);
          for (const path of [
            "overview",
            "renders",
            `renders/${id}`,
            `templates/${slug}`,
            "shares",
            "usage",
          ]) {
            await page.goto(`${base}#/${path}`);
            await settled(page);
            await assertFits(
              page,
              `console-${path.split("/")[0]}${path.includes("/") ? "-1" : ""}-${device}`,
            );
          }
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });

  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect.each(devices)("the form fits a %s, with its problems", ([device, options]) =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const url = yield* formUrl(integrator, template);
        const { page, pageErrors } = yield* visit(options);
        yield* Effect.promise(async () => {
          await openMirrored(page, url);
          await page.locator("section > button:last-child").click();
          await page.locator("button[type=submit]").click();
          await page.locator(".summary li").first().waitFor();
          await assertFits(page, `form-${device}`);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
