import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { BOOK, LETTER, visit, waitForPage } from "../support/share_visit.ts";
import { documentOf, shareDocument } from "../support/shared_document.ts";
import { accessibilityIssues } from "./accessibility.ts";

const PHONE = { viewport: { width: 360, height: 740 } };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** A document of the size that people still read in a browser. */
const LONG = await documentOf(121);

/** The parts of the search. */
const findParts = (page: Page) => ({
  open: page.getByRole("button", { name: "Search", exact: true }),
  input: page.getByRole("searchbox", { name: "Search in the document" }),
  result: page.locator(".find-result"),
  next: page.getByRole("button", { name: "Next match" }),
  previous: page.getByRole("button", { name: "Previous match" }),
});

/** The texts that are highlighted as the current match. */
const currentMatch = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(
    `[...CSS.highlights.get("found-current")].map((range) => range.toString())`,
  );

const overflowOf = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The tools of a share", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    for (const options of [DESKTOP, PHONE]) {
      const { width } = options.viewport;
      it.effect(`find text on every page, at ${width} pixels`, () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(BOOK);
          const { page, pageErrors } = yield* visit(url, options);
          yield* Effect.promise(async () => {
            const { open, input, result, next, previous } = findParts(page);
            await open.click();
            // Letters are found without their case and accents.
            await input.fill("chápter 4");
            await result.getByText("1 of 11").waitFor();
            await page.getByText("Page 4 of 50").waitFor();
            assert.deepEqual(await currentMatch(page), ["Chapter 4"]);
            await input.press("Enter");
            await result.getByText("2 of 11").waitFor();
            await page.getByText("Page 40 of 50").waitFor();
            await previous.click();
            await previous.click();
            await result.getByText("11 of 11").waitFor();
            await page.getByText("Page 49 of 50").waitFor();
            await next.click();
            await result.getByText("1 of 11").waitFor();
            assert.deepEqual(await accessibilityIssues(page), []);
            assert.strictEqual(await overflowOf(page), 0);
            await input.fill("unfindable");
            await result.getByText("Nothing found").waitFor();
            assert.isTrue(await next.isDisabled());
            await input.press("Escape");
            assert.isFalse(await input.isVisible());
            await open.and(page.locator(":focus")).waitFor();
          });
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect(`show small pages, which lead to large ones, at ${width} pixels`, () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(LONG);
          const { page, pageErrors } = yield* visit(url, options);
          yield* Effect.promise(async () => {
            const open = page.getByRole("button", { name: "Page thumbnails" });
            const panel = page.getByRole("complementary", { name: "Page thumbnails" });
            assert.isFalse(await panel.isVisible());
            await open.click();
            const item = (number: number) =>
              panel.getByRole("button", { name: `Page ${number} of 121` });
            await item(1).locator("canvas").waitFor();
            assert.strictEqual(await item(1).getAttribute("aria-current"), "page");
            assert.deepEqual(await accessibilityIssues(page), []);
            await item(121).scrollIntoViewIfNeeded();
            await item(121).locator("canvas").waitFor();
            await item(1).locator("canvas").waitFor({ state: "detached" });
            assert.isBelow(await panel.locator("canvas").count(), 60);
            await item(121).click();
            await page.getByText("Page 121 of 121").waitFor();
            await waitForPage(page, 121);
            // Next to the document, or over it on phones.
            assert.strictEqual(await panel.isVisible(), width > 800);
            assert.strictEqual(await overflowOf(page), 0);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );
    }

    it.effect("zoom while the bar, the message and the same lines stay in the window", () =>
      Effect.gen(function* () {
        const { url } = yield* shareDocument(LETTER, { message: "Hello" });
        const { page, pageErrors } = yield* visit(url, DESKTOP);
        yield* Effect.promise(async () => {
          const sheet = page.getByRole("group", { name: "Page 1 of 3" });
          const level = page.getByRole("button", { name: "%" });
          const widthOf = async () => (await sheet.boundingBox())?.width ?? 0;
          const before = await widthOf();
          for (const text of ["125%", "150%", "200%"]) {
            await page.getByRole("button", { name: "Zoom in" }).click();
            await level
              .getByText(text)
              .or(level.filter({ hasText: text }))
              .first()
              .waitFor();
          }
          assert.approximately(await widthOf(), 2 * before, 2);
          // The image is as sharp as before.
          await page.evaluate(`new Promise((done) => {
            const isSharp = () =>
              document.querySelector(".sheet canvas").width >= ${Math.floor(1.9 * before)};
            const check = () => (isSharp() ? done() : requestAnimationFrame(check));
            check();
          })`);
          assert.isAbove(await overflowOf(page), 0);
          await page.evaluate("scrollTo(document.documentElement.scrollWidth, 0)");
          for (const part of [page.locator(".bar"), page.locator(".note")]) {
            const box = await part.boundingBox();
            assert.isAtLeast(box?.x ?? -1, 0);
            assert.isAtMost((box?.x ?? 0) + (box?.width ?? 0), DESKTOP.viewport.width);
          }
          assert.deepEqual(await accessibilityIssues(page), []);
          await level.click();
          assert.approximately(await widthOf(), before, 1);
          assert.strictEqual(await overflowOf(page), 0);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("explain what to do when the document cannot be loaded", () =>
      Effect.gen(function* () {
        const { url } = yield* shareDocument(BOOK);
        const { page, pageErrors } = yield* openPage(PHONE);
        yield* Effect.promise(async () => {
          let isBroken = true;
          await page.route("**/document.pdf", (route) =>
            isBroken ? route.abort() : route.continue(),
          );
          await page.goto(url);
          const card = page.getByRole("alert");
          await card.getByRole("heading", { name: "The document could not be loaded." }).waitFor();
          await card.getByText("Check your connection, then try again.").waitFor();
          assert.include(
            await card.getByRole("link", { name: "Download" }).getAttribute("href"),
            "download=1",
          );
          assert.deepEqual(await accessibilityIssues(page), []);
          isBroken = false;
          await card.getByRole("button", { name: "Try again" }).click();
          await waitForPage(page, 1);
        });
        // pdf.js leaves the failure unhandled when it comes before its worker asks for the headers.
        assert.deepEqual(
          pageErrors.filter((message) => message !== "Failed to fetch"),
          [],
        );
      }),
    );
  });
});
