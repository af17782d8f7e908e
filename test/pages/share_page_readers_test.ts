import * as fs from "node:fs";

import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { BOOK, button, waitForPage, LETTER, visit } from "../support/share_visit.ts";
import { shareDocument } from "../support/shared_document.ts";
import { accessibilityIssues } from "./accessibility.ts";

const PHONE = {
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};
const MESSAGE = "Hello Ada,\nthe totals are on page 3.";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The page of a share", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    describe("without a link", () => {
      it.effect("visitors see what the server is, or that the address is wrong, on a phone", () =>
        Effect.gen(function* () {
          const { port } = yield* ApiServer;
          const { page, pageErrors } = yield* openPage({ ...PHONE, locale: "pl-PL" });
          yield* Effect.promise(async () => {
            for (const [path, heading] of [
              ["/", "Paraph"],
              ["/nowhere", "Ta strona nie istnieje"],
            ] as const) {
              await page.goto(`http://127.0.0.1:${port}${path}`);
              await page.getByRole("heading", { name: heading }).waitFor();
              const width = await page.evaluate<number>("document.documentElement.scrollWidth");
              assert.strictEqual(width, 360);
              assert.deepEqual(await accessibilityIssues(page), []);
            }
          });
          assert.deepEqual(pageErrors, []);
        }),
      );
    });

    describe("everybody", () => {
      it.effect("fits a phone: nothing overflows, buttons are in reach, letters are sharp", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(LETTER, { message: MESSAGE });
          const { page, pageErrors } = yield* visit(url, PHONE);
          yield* Effect.promise(async () => {
            const width = await page.evaluate<number>("document.documentElement.scrollWidth");
            assert.strictEqual(width, 360);
            for (const name of ["Download", "Print"] as const) {
              const box = await button(page, name).boundingBox();
              assert.isAtLeast(box?.height ?? 0, 44);
              assert.isAtMost((box?.y ?? 0) + (box?.height ?? 0), 640);
            }
            const [cssWidth, pixels] = await page.evaluate<readonly [number, number]>(
              "(({ clientWidth, width }) => [clientWidth, width])(document.querySelector('canvas'))",
            );
            assert.strictEqual(pixels, cssWidth * 3);
            assert.deepEqual(await accessibilityIssues(page), []);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect("works with a keyboard only", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(BOOK, { message: "Long. ".repeat(100) });
          const { page } = yield* visit(url);
          yield* Effect.promise(async () => {
            const focusedElement = page.locator(":focus");
            const stops = [];
            for (let stop = 0; stop < 11; stop++) {
              await page.keyboard.press("Tab");
              const label = await focusedElement.getAttribute("aria-label");
              stops.push((label ?? (await focusedElement.innerText())).trim().slice(0, 20));
              const outline = "getComputedStyle(document.activeElement).outlineStyle";
              assert.strictEqual(await page.evaluate(outline), "solid");
            }
            assert.deepEqual(stops, [
              "Skip to the document",
              "50 pages",
              "Page thumbnails",
              "Search",
              "Zoom out",
              "100%",
              "Zoom in",
              "Print",
              "Download",
              "Long. Long. Long. Lo",
              "https://paraph.test/",
            ]);
            await button(page, "Download").focus();
            const downloadEvent = page.waitForEvent("download");
            await page.keyboard.press("Space");
            await downloadEvent;
            await page.getByRole("link", { name: "Skip to the document" }).focus();
            await page.keyboard.press("Enter");
            await page.keyboard.press("End");
            await waitForPage(page, 50);
          });
        }),
      );

      it.effect("follows the dark mode of the system, with white paper", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(LETTER, { message: MESSAGE });
          const { page, pageErrors } = yield* visit(url, { colorScheme: "dark" });
          yield* Effect.promise(async () => {
            const backgroundColorOf = (selector: string) =>
              page.evaluate<string>(
                `getComputedStyle(document.querySelector("${selector}")).backgroundColor`,
              );
            assert.strictEqual(await backgroundColorOf("body"), "rgb(18, 21, 25)");
            assert.strictEqual(await backgroundColorOf(".sheet"), "rgb(255, 255, 255)");
            assert.deepEqual(await accessibilityIssues(page), []);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect("offers a download without scripts", () =>
        Effect.gen(function* () {
          const { url, awaitCounts } = yield* shareDocument(LETTER, { message: MESSAGE });
          const { page } = yield* openPage({ javaScriptEnabled: false });
          yield* Effect.promise(async () => {
            await page.goto(url);
            assert.isTrue(await page.locator("noscript").getByRole("heading").isVisible());
            assert.isFalse(await page.locator("#print").isVisible());
            for (const control of [
              page.getByRole("link", { name: "Download the document" }),
              button(page, "Download"),
            ]) {
              const downloadEvent = page.waitForEvent("download");
              await control.click();
              assert.deepEqual(fs.readFileSync(await (await downloadEvent).path()), LETTER);
            }
          });
          const counts = { viewed: 1, downloaded: 1, printed: 0 };
          assert.deepEqual(yield* awaitCounts(counts), counts);
        }),
      );

      it.effect("has no accessibility issue that axe finds, and runs no script of a sender", () =>
        Effect.gen(function* () {
          const message = `</p><script>document.title="broken"</script><img src=x onerror="document.title='broken'">`;
          const { url } = yield* shareDocument(BOOK, { message });
          const { page, pageErrors } = yield* visit(url);
          yield* Effect.promise(async () => {
            assert.include(await page.locator("main").innerText(), message);
            assert.strictEqual(await page.title(), "Größe_1");
            assert.deepEqual(await accessibilityIssues(page), []);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );
    });

    describe("the page without scripts", () => {
      it.effect("has no accessibility issue that axe finds either", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(LETTER, { message: MESSAGE });
          const { page } = yield* openPage();
          yield* Effect.promise(async () => {
            // axe is a script itself, so it gets the page that a browser without scripts would show.
            await page.route(url, async (route) => {
              const response = await route.fetch();
              const text = (await response.text()).replaceAll(
                /<\/?noscript\s*>|<script.*<\/script>/g,
                "",
              );
              await route.fulfill({ response, body: text });
            });
            await page.goto(url);
            await page.getByRole("heading", { name: "The document is not shown here" }).waitFor();
            assert.deepEqual(await accessibilityIssues(page), []);
          });
        }),
      );
    });
  });
});
