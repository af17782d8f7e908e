import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import {
  formUrl,
  newIntegrator,
  publishForm,
  visitForm,
  serverWithWorker,
} from "../support/embed_visit.ts";
import { pdfText } from "../support/pdf_text.ts";
import { accessibilityIssues } from "./accessibility.ts";
import {
  addRow,
  fillIn,
  MANIFEST,
  parts,
  PHONE,
  PIXEL,
  picture,
  rendersOf,
  rowsOf,
} from "./form_visit.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The form page", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("renders a document from fields, rows and a picture", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const { page, pageErrors } = yield* visitForm(yield* formUrl(integrator, template));
        const downloadUrl = yield* Effect.promise(async () => {
          const { field, submit, ready } = parts(page);
          await fillIn(page);
          await page.getByLabel("Day").fill("2026-12-24");
          await field("Discount").fill("2.5");
          await field("Total").fill("1,234.50");
          await page.getByLabel("Express").check();
          await page.locator("input[type=file]").setInputFiles(picture("logo.png", PIXEL));
          await page.getByRole("img", { name: "Chosen image for Logo" }).waitFor();
          await addRow(page, "Analytical engine", "85");
          await addRow(page, "Gießkanne", "0.10");
          assert.deepEqual(await accessibilityIssues(page), []);
          await submit.click();
          await ready.waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          return String(await parts(page).download.getAttribute("href"));
        });
        const { pathname } = new URL(downloadUrl);
        const { port } = yield* ApiServer;
        const [text] = yield* pdfText((yield* send(port, { path: pathname })).bytes);
        const expectedValues = [
          "2026-0042",
          "December 24, 2026",
          "2.5%",
          "€1,234.50",
          "Gießkanne",
          "0.10",
        ];
        for (const value of expectedValues) assert.include(text, value);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("shows problems in place, goes there, and loses nothing", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const { page, pageErrors } = yield* visitForm(yield* formUrl(integrator, template), PHONE);
        yield* Effect.promise(async () => {
          const { field, submit, summary, rows } = parts(page);
          await addRow(page, "", "much");
          await field("Email").fill("ada@");
          await submit.click();
          await page.getByRole("heading", { name: "Fix these 4 problems first" }).waitFor();
          await summary.and(page.locator(":focus")).waitFor();
          await summary.getByText("Items, row 1: Price: Enter a number, such as").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await summary.getByRole("link", { name: "Email" }).click();
          await field("Email").and(page.locator(":focus")).waitFor();
          await page.keyboard.type("example.com");
          await page.getByRole("heading", { name: "Fix these 3 problems first" }).waitFor();
          await field("Order number").fill("7");
          await rows.first().getByRole("textbox", { name: "What" }).fill("Work");
          await rows.first().getByRole("textbox", { name: "Price" }).fill("1,50");
          await page.getByRole("heading", { name: "Fix this problem first" }).waitFor();
          await rows.first().getByRole("textbox", { name: "Price" }).fill("1.50");
          await summary.waitFor({ state: "hidden" });
          assert.strictEqual(await field("Email").inputValue(), "ada@example.com");
          const overflow = "document.documentElement.scrollWidth - innerWidth";
          assert.strictEqual(await page.evaluate(overflow), 0);
        });
        assert.deepEqual(yield* rendersOf(integrator), []);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("shows the server's problems in place", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const { page, pageErrors } = yield* visitForm(yield* formUrl(integrator, template));
        yield* Effect.promise(async () => {
          const { submit, summary, rows } = parts(page);
          await fillIn(page);
          await addRow(page, "Work", "1");
          // The form itself finds it valid; the route changes the submitted data.
          await page.route("**/form-submit/**", (route) =>
            route.fallback({ postData: { data: { number: "7", items: [{ price: "much" }] } } }),
          );
          await submit.click();
          await summary.getByText("Items, row 1: What: Fill this in.").waitFor();
          await summary.getByText("Email: Enter an email address.").waitFor();
          await rows.first().getByText("Enter a number, such as").waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("is submitted once, even when the response is lost", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const { page, pageErrors } = yield* visitForm(yield* formUrl(integrator, template));
        const keys = yield* Effect.promise(async () => {
          const { submit, ready } = parts(page);
          await fillIn(page);
          const keys = await loseFirstResponse(page, "*/form-submit/*");
          await submit.dblclick();
          await ready.waitFor();
          return keys;
        });
        assert.lengthOf(keys, 2);
        assert.strictEqual(keys[0], keys[1]);
        assert.lengthOf(yield* rendersOf(integrator), 1);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect(
      "begins with the integrator's data, and preserves changes when it is loaded again",
      () =>
        Effect.gen(function* () {
          const integrator = yield* newIntegrator;
          const template = yield* publishForm(integrator, MANIFEST);
          const prefill = {
            number: 42,
            total: "1234.5",
            customer: "unknown",
            items: [{ what: "One" }, { what: "Two" }, "three"],
          };
          const url = yield* formUrl(integrator, template, { form: { prefill } });
          const { page, pageErrors } = yield* visitForm(url);
          yield* Effect.promise(async () => {
            const { field, rows } = parts(page);
            assert.strictEqual(await field("Order number").inputValue(), "42");
            assert.strictEqual(await field("Total").inputValue(), "1,234.5");
            await page.getByRole("button", { name: "Move row 1 down" }).press("Enter");
            assert.deepEqual(await rowsOf(page), ["Two", "One"]);
            const up = page.getByRole("button", { name: "Move row 2 up" });
            await up.and(page.locator(":focus")).waitFor();
            await addRow(page, "Three", "3");
            await page.getByRole("button", { name: "Remove row 1" }).click();
            assert.deepEqual(await rowsOf(page), ["One", "Three"]);
            await page.getByRole("button", { name: "Undo" }).click();
            await rows.nth(2).waitFor();
            assert.deepEqual(await rowsOf(page), ["Two", "One", "Three"]);
            await field("Email").fill("ada@example.com");
            page.on("dialog", (dialog) => void dialog.accept());
            await page.reload();
            await page.getByText("Your earlier entries have been restored.").waitFor();
            assert.deepEqual(await rowsOf(page), ["Two", "One", "Three"]);
            assert.strictEqual(await field("Email").inputValue(), "ada@example.com");
            await page.getByRole("button", { name: "Start over" }).click();
            assert.deepEqual(await rowsOf(page), ["One", "Two"]);
            assert.strictEqual(await field("Email").inputValue(), "");
          });
          assert.deepEqual(pageErrors, []);
        }),
    );
  });
});

/**
 * Loses the first response after the request has arrived.
 *
 * @returns The idempotency keys of all requests, in time.
 */
async function loseFirstResponse(
  page: Page,
  urlPattern: string,
): Promise<ReadonlyArray<string | undefined>> {
  const keys: Array<string | undefined> = [];
  const network = await page.context().newCDPSession(page);
  network.on("Fetch.requestPaused", ({ requestId, request }) => {
    keys.push(request.headers["Idempotency-Key"] ?? request.headers["idempotency-key"]);
    const isLost = keys.length === 1;
    void (isLost
      ? network.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
      : network.send("Fetch.continueRequest", { requestId }));
  });
  await network.send("Fetch.enable", { patterns: [{ urlPattern, requestStage: "Response" }] });
  return keys;
}
