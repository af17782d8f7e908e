import * as fs from "node:fs";

import { assert, describe, layer } from "@effect/vitest";
import { DateTime, Effect, Layer, Schedule } from "effect";
import type { Page } from "playwright-core";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { brandProject } from "../support/branded_project.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { BOOK, button, waitForPage, LETTER, visit } from "../support/share_visit.ts";
import { shareDocument } from "../support/shared_document.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { checkBrand, checkNoBrand } from "./brand_view.ts";
import { needyDocument, rotateFirstPage } from "./needy_document.ts";

const MESSAGE = "Hello Ada,\nthe totals are on page 3.";

/** Settles when the page calls `print()`. */
function waitForPrint(page: Page): Promise<unknown> {
  return page.evaluate(
    "new Promise((done) => addEventListener('beforeprint', done, { once: true }))",
  );
}

/** Prints without a dialog, which some builds of Chromium leave open, so that they cannot print a PDF. */
function printWithoutDialog(page: Page): Promise<unknown> {
  return page.evaluate("globalThis.print = () => dispatchEvent(new Event('beforeprint'))");
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The page of a share", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    describe("view", () => {
      it.effect("shows title, message, page count and the document, and is recorded once", () =>
        Effect.gen(function* () {
          const { url, awaitCounts } = yield* shareDocument(BOOK, { message: MESSAGE });
          const { page, pageErrors } = yield* visit(url);
          yield* Effect.promise(async () => {
            await page.getByRole("heading", { name: "Größe_1" }).waitFor();
            assert.include(await page.locator("main").innerText(), MESSAGE);
            await page.getByText("50 pages").waitFor();
            await page
              .getByRole("group", { name: "Page 1 of 50" })
              .getByText("Chapter 1")
              .waitFor();
            const terms = page.getByRole("link", { name: "https://paraph.test/terms" });
            assert.strictEqual(await terms.getAttribute("rel"), "noopener noreferrer nofollow");
          });
          const counts = { viewed: 1, downloaded: 0, printed: 0 };
          assert.deepEqual(yield* awaitCounts(counts), counts);
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect("is recorded when the page is shown, not when a browser prefetches it", () =>
        Effect.gen(function* () {
          const { path, awaitCounts } = yield* shareDocument(LETTER);
          const { port, logs } = yield* ApiServer;
          const { page, pageErrors } = yield* openPage();
          const fetches = () =>
            logs.filter(({ annotations }) => annotations["route"] === "/share/:token").length;
          const before = fetches();
          const rules = JSON.stringify({ prefetch: [{ urls: [path], eagerness: "immediate" }] });
          yield* Effect.promise(async () => {
            // Responses of the server run no injected scripts.
            const blank = `http://127.0.0.1:${port}/blank`;
            await page.route(blank, (route) =>
              route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
            );
            await page.goto(blank);
            await page.evaluate(`
              const script = document.createElement("script");
              Object.assign(script, { type: "speculationrules", text: '${rules}' });
              document.body.innerHTML = '<a href="${path}">Go</a>';
              document.body.append(script);`);
          });
          yield* Effect.sync(fetches).pipe(
            Effect.repeat({ until: (now) => now > before, schedule: Schedule.spaced("20 millis") }),
          );
          const initialCounts = { viewed: 0, downloaded: 0, printed: 0 };
          assert.deepEqual(yield* awaitCounts(initialCounts), initialCounts);
          yield* Effect.promise(async () => {
            await page.getByRole("link", { name: "Go" }).click();
            await waitForPage(page, 1);
          });
          assert.strictEqual(fetches(), before + 1);
          const counts = { viewed: 1, downloaded: 0, printed: 0 };
          assert.deepEqual(yield* awaitCounts(counts), counts);
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect("can be searched to the end although only nearby pages are rendered", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(BOOK);
          const { page, pageErrors } = yield* visit(url);
          yield* Effect.promise(async () => {
            await page.getByText("Chapter 50", { exact: true }).waitFor({ state: "attached" });
            assert.isBelow(await page.locator("canvas:visible").count(), 8);
            for (const number of [10, 20, 30, 40, 50]) {
              await page.getByRole("group", { name: `Page ${number} of` }).scrollIntoViewIfNeeded();
              await waitForPage(page, number);
            }
            await page.getByText("Page 50 of 50").waitFor();
            const first = page.getByRole("group", { name: "Page 1 of" }).locator("canvas");
            await first.waitFor({ state: "detached" });
            assert.isBelow(await page.locator(".sheet canvas").count(), 14);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect("goes to pages, bookmarks and where its links lead", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(BOOK);
          const { page, pageErrors } = yield* visit(url);
          yield* Effect.promise(async () => {
            const shows = (number: number) => page.getByText(`Page ${number} of 50`).waitFor();
            const number = page.getByLabel("Go to page");
            await page.getByText("50 pages").click();
            assert.deepEqual(await accessibilityIssues(page), []);
            await number.fill("51");
            await number.press("Enter");
            assert.isTrue(
              await page.evaluate<boolean>("document.activeElement.validity.rangeOverflow"),
            );
            await number.fill("40");
            await number.press("Enter");
            await shows(40);
            assert.isFalse(await number.isVisible());

            await page.getByText("Page 40 of 50").click();
            const contents = page.getByRole("navigation", { name: "Contents" });
            await contents.getByRole("button", { name: "Part 17" }).click();
            await shows(17);
            await page.getByText("Page 17 of 50").press("Enter");
            await number.press("Escape");
            assert.isFalse(await number.isVisible());

            await page.getByRole("group", { name: "Page 1 of" }).scrollIntoViewIfNeeded();
            await page.getByRole("link", { name: "Page 50 of 50" }).click();
            assert.strictEqual(await page.getByRole("link", { name: /^Page/ }).count(), 1);
            await shows(50);
            await waitForPage(page, 50);
            assert.strictEqual(page.url(), url);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect("lets text be selected where it is shown", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(LETTER);
          const { page } = yield* visit(url);
          yield* Effect.promise(async () => {
            await page.getByText("Chapter 1", { exact: true }).dblclick();
            const selection = await page.evaluate<string>("String(getSelection())");
            assert.include("Chapter 1", selection.trim());
            assert.isNotEmpty(selection.trim());
          });
        }),
      );

      it.effect("places the text layer over the text of rotated pages", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(
            yield* Effect.promise(() => rotateFirstPage(LETTER)),
          );
          const { page } = yield* visit(url);
          yield* Effect.promise(async () => {
            const text = page.getByText("Chapter 1", { exact: true });
            await text.waitFor();
            const [sheet, box] = [
              await page.locator(".sheet").first().boundingBox(),
              await text.boundingBox(),
            ];
            // From the top left to the top right, and from horizontal to vertical.
            assert.isAbove((box?.x ?? 0) - (sheet?.x ?? 0), 0.8 * (sheet?.width ?? 0));
            assert.isAbove(box?.height ?? 0, 2 * (box?.width ?? 0));
          });
        }),
      );

      it.effect("serves all other files that a document needs itself", () =>
        Effect.gen(function* () {
          const { url } = yield* shareDocument(needyDocument());
          const { page, pageErrors } = yield* openPage();
          const responses: Array<string> = [];
          page.context().on("response", (response) => {
            assert.strictEqual(new URL(response.url()).origin, new URL(url).origin);
            responses.push(`${response.status()} ${response.url().split("/").at(-1)}`);
          });
          yield* Effect.promise(async () => {
            await page.goto(url);
            await waitForPage(page, 1);
            await page.getByText("日本語").waitFor();
            const [, green = 255] = await page.evaluate<ReadonlyArray<number>>(
              "((c) => [...c.getContext('2d').getImageData(c.width / 4, c.height / 4, 1, 1).data])" +
                "(document.querySelector('canvas'))",
            );
            // Cyan in the colour profile of printers: the cyan of screens is brighter.
            assert.isBelow(green, 200);
          });
          for (const file of ["UniJIS-UTF16-H.bcmap", "qcms_bg.wasm"]) {
            assert.include(responses, `200 ${file}`);
          }
          assert.deepEqual(pageErrors, []);
        }),
      );

      for (const file of ["document.pdf", "worker.js", "show_document-*.js"]) {
        it.effect(`offers to retry when ${file} cannot be loaded`, () =>
          Effect.gen(function* () {
            const { url } = yield* shareDocument(LETTER);
            const { page } = yield* openPage();
            yield* Effect.promise(async () => {
              await page.route(`**/${file}`, (route) => route.abort());
              await page.goto(url);
              const retryButton = page.getByRole("button", { name: "Try again" });
              await retryButton.waitFor();
              await page.getByText("could not be loaded").waitFor();
              assert.deepEqual(await accessibilityIssues(page), []);
              await page.unroute(`**/${file}`);
              await retryButton.click();
              await waitForPage(page, 1);
            });
          }),
        );
      }
    });

    describe("Download", () => {
      it.effect("saves the document and is recorded; range requests are not", () =>
        Effect.gen(function* () {
          const { url, awaitCounts } = yield* shareDocument(LETTER);
          const { page, pageErrors } = yield* visit(url);
          yield* Effect.promise(async () => {
            const downloadEvent = page.waitForEvent("download");
            await button(page, "Download").click();
            const download = await downloadEvent;
            assert.match(download.suggestedFilename(), /\.pdf$/);
            assert.deepEqual(fs.readFileSync(await download.path()), LETTER);
          });
          const counts = { viewed: 1, downloaded: 1, printed: 0 };
          assert.deepEqual(yield* awaitCounts(counts), counts);
          assert.deepEqual(pageErrors, []);
        }),
      );
    });

    describe("Print", () => {
      it.effect("prints every page on paper of its size, crisp, and is recorded", () =>
        Effect.gen(function* () {
          const { url, awaitCounts } = yield* shareDocument(LETTER);
          const { page, pageErrors } = yield* visit(url);
          const paper = yield* Effect.promise(async () => {
            await printWithoutDialog(page);
            const printEvent = waitForPrint(page);
            await button(page, "Print").click();
            await printEvent;
            const widths = await page.evaluate<ReadonlyArray<number>>(
              "[...document.querySelectorAll('#paper img')].map((image) => image.naturalWidth)",
            );
            assert.deepEqual(widths, [2480, 3508, 2480]);
            return page.pdf({ preferCSSPageSize: true });
          });
          const sizes = [...paper.toString("latin1").matchAll(/\/MediaBox \[([^\]]+)\]/g)];
          const upright = sizes.map(([, box = ""]) => {
            const [, , width = 0, height = 0] = box.trim().split(/\s+/).map(Number);
            return width < height;
          });
          assert.deepEqual(upright, [true, false, true]);
          const counts = { viewed: 1, downloaded: 0, printed: 1 };
          assert.deepEqual(yield* awaitCounts(counts), counts);
          assert.deepEqual(pageErrors, []);
        }),
      );

      it.effect("starts with the browser's shortcut too, and can be cancelled", () =>
        Effect.gen(function* () {
          const { url, awaitCounts } = yield* shareDocument(BOOK);
          const { page } = yield* visit(url);
          yield* Effect.promise(async () => {
            await page.keyboard.press("Control+p");
            await page.getByRole("button", { name: "Cancel" }).click();
            await page.getByText("Preparing page").waitFor({ state: "hidden" });
            assert.strictEqual(await page.locator("#paper img").count(), 0);
            const printEvent = waitForPrint(page);
            await page.keyboard.press("Control+p");
            await printEvent;
            assert.strictEqual(await page.locator("#paper img").count(), 50);
          });
          const counts = { viewed: 1, downloaded: 0, printed: 1 };
          assert.deepEqual(yield* awaitCounts(counts), counts);
        }),
      );
    });

    describe("a link that ends while its page is open", () => {
      for (const name of ["Download", "Print"] as const) {
        it.effect(`shows that at ${name}`, () =>
          Effect.gen(function* () {
            const { url, revoke } = yield* shareDocument(LETTER);
            const { page } = yield* visit(url);
            yield* revoke;
            yield* Effect.promise(async () => {
              await button(page, name).click();
              await page.getByRole("heading", { name: "This link has been withdrawn" }).waitFor();
              assert.strictEqual(await page.locator("canvas").count(), 0);
              assert.deepEqual(await accessibilityIssues(page), []);
            });
          }),
        );
      }

      it.effect("shows that when more of the document is requested", () =>
        Effect.gen(function* () {
          const { url, revoke } = yield* shareDocument(LETTER);
          const { page } = yield* openPage();
          const { promise: documentRequest, resolve: resolveDocumentRequest } =
            Promise.withResolvers<void>();
          const { promise: revocation, resolve: resolveRevocation } = Promise.withResolvers<void>();
          yield* Effect.promise(async () => {
            await page.route("**/document.pdf", async (route) => {
              resolveDocumentRequest();
              await revocation;
              await route.continue();
            });
            await page.goto(url, { waitUntil: "commit" });
            await documentRequest;
          });
          yield* revoke;
          resolveRevocation();
          yield* Effect.promise(() =>
            page.getByRole("heading", { name: "This link has been withdrawn" }).waitFor(),
          );
        }),
      );

      it.effect("shows that when it has expired", () =>
        Effect.gen(function* () {
          const expiresAt = DateTime.formatIso(DateTime.add(yield* DateTime.now, { hours: 1 }));
          const { url, expire } = yield* shareDocument(LETTER, { expiresAt });
          const { page } = yield* visit(url);
          yield* expire;
          yield* Effect.promise(async () => {
            await button(page, "Print").click();
            await page.getByRole("heading", { name: "This link has expired" }).waitFor();
            assert.deepEqual(await accessibilityIssues(page), []);
          });
        }),
      );
    });

    describe("a project with branding", () => {
      it.effect("shows the branding of its project, also after the link was withdrawn", () =>
        Effect.gen(function* () {
          const { url, revoke } = yield* shareDocument(LETTER);
          const { page: plain } = yield* visit(url);
          yield* Effect.promise(() => checkNoBrand(plain));
          yield* brandProject;
          const { page, pageErrors } = yield* visit(url);
          yield* Effect.promise(() => checkBrand(page));
          yield* revoke;
          yield* Effect.promise(async () => {
            await page.reload();
            await page.getByRole("heading", { name: "This link has been withdrawn" }).waitFor();
            await checkBrand(page);
            await page.goto(`${url}x`);
            await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
            await checkNoBrand(page);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );
    });

    describe("an unknown link", () => {
      it.effect("shows a page that says that it does not work", () =>
        Effect.gen(function* () {
          const { port } = yield* ApiServer;
          const { page, pageErrors } = yield* openPage();
          yield* Effect.promise(async () => {
            const response = await page.goto(
              `http://127.0.0.1:${port}/share/shr_${"x".repeat(43)}`,
            );
            assert.strictEqual(response?.status(), 404);
            await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
            assert.deepEqual(await accessibilityIssues(page), []);
          });
          assert.deepEqual(pageErrors, []);
        }),
      );
    });
  });
});
