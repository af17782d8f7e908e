import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import {
  formUrl,
  newIntegrator,
  publishForm,
  submitButton,
  visitForm,
  serverWithWorker,
} from "../support/embed_visit.ts";
import { openSite } from "../support/small_site.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { fillIn, MANIFEST, parts, PHONE, PIXEL, picture, rendersOf } from "./form_visit.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The document of a form", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("shows the document next to the form, and over it on phones", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const address = yield* formUrl(integrator, template);
        const wide = yield* visitForm(address, { viewport: { width: 1280, height: 800 } });
        yield* Effect.promise(async () => {
          await fillIn(wide.page);
          await waitForPreview(wide.page);
          await parts(wide.page).field("Order number").fill("2026-0043");
          await wide.page.locator(".sheet-text", { hasText: "2026-0043" }).waitFor();
          assert.deepEqual(await accessibilityIssues(wide.page), []);
        });
        const phone = yield* visitForm(address, PHONE);
        yield* Effect.promise(async () => {
          const { page } = phone;
          await page.getByRole("button", { name: "Preview" }).click();
          await parts(page).summary.waitFor();
          await fillIn(page);
          await page.getByRole("button", { name: "Preview" }).click();
          const dialog = page.getByRole("dialog", { name: "Your document" });
          await dialog.waitFor();
          await waitForPreview(page);
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.keyboard.press("Escape");
          await dialog.waitFor({ state: "hidden" });
        });
        assert.deepEqual([wide.pageErrors, phone.pageErrors], [[], []]);
      }),
    );

    it.effect("is hidden without permission to view, and submitting needs permission too", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const only = { key: "name", label: "Name", dataType: "text", required: true };
        const template = yield* publishForm(integrator, { variables: [only], loops: [] });
        const blind = yield* visitForm(
          yield* formUrl(integrator, template, { permissions: { preview: false } }),
        );
        const asking = yield* formUrl(integrator, template, { permissions: { submitForm: false } });
        const looking = yield* openPage();
        yield* Effect.promise(async () => {
          const paths: Array<string> = [];
          for (const { page } of [blind, looking]) {
            page.on("request", (request) => void paths.push(new URL(request.url()).pathname));
          }
          await blind.page.getByLabel("Name").fill("Ada");
          assert.strictEqual(await blind.page.getByText("Your document").count(), 0);
          await submitButton(blind.page).click();
          await parts(blind.page).ready.waitFor();
          assert.deepEqual(await accessibilityIssues(blind.page), []);
          assert.isFalse(paths.some((path) => path.includes("/form-preview/")));

          paths.length = 0;
          await looking.page.goto(asking);
          await looking.page.getByText("but not submit it").waitFor();
          assert.strictEqual(await submitButton(looking.page).count(), 0);
          assert.deepEqual(await accessibilityIssues(looking.page), []);
          await looking.page.getByLabel("Name").fill("Eve");
          await looking.page.getByLabel("Name").press("Enter");
          await waitForPreview(looking.page);
          assert.isFalse(paths.some((path) => path.includes("/form-submit/")));
        });
        assert.deepEqual(yield* rendersOf(integrator), ["succeeded"]);
        assert.deepEqual([blind.pageErrors, looking.pageErrors], [[], []]);
      }),
    );

    it.effect("reports why rendering failed, and lets the user correct the data", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const address = yield* formUrl(integrator, template, { form: { showPreview: false } });
        const { page, pageErrors } = yield* visitForm(address);
        yield* Effect.promise(async () => {
          const { field, submit, ready } = parts(page);
          assert.strictEqual(await page.getByText("Your document").count(), 0);
          const file = page.locator("input[type=file]");
          await file.setInputFiles(picture("logo.gif", Buffer.from("GIF89a")));
          await page.getByText("This is not a PNG or JPEG image.").waitFor();
          await file.setInputFiles(picture("large.png", Buffer.concat([PIXEL, LARGE])));
          await page.getByText("This image is larger than 5 MB.").waitFor();
          await file.setInputFiles(picture("cut.png", PIXEL.subarray(0, 40)));
          await fillIn(page);
          await submit.click();
          await page.getByRole("heading", { name: "could not be rendered" }).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.getByRole("button", { name: "Back to the form" }).click();
          assert.strictEqual(await field("Order number").inputValue(), "2026-0042");
          await page.getByRole("button", { name: "Remove: Logo" }).click();
          await submit.click();
          await ready.waitFor();
          await page.getByRole("button", { name: "Fill in another" }).click();
          assert.strictEqual(await field("Order number").inputValue(), "");
        });
        assert.deepEqual(yield* rendersOf(integrator), ["succeeded", "failed"]);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("links to the integrator's URL, in the integrator's colors", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const { origin } = yield* openSite(() => "<title>Thanks</title>");
        const address = yield* formUrl(integrator, template, {
          form: { redirectUrl: `${origin}/thanks` },
          appearance: {
            theme: "dark",
            primaryColor: "#ffd400",
            borderRadius: 0,
            title: "Order here",
          },
        });
        const { page, pageErrors } = yield* visitForm(address);
        yield* Effect.promise(async () => {
          const { submit } = parts(page);
          await page.getByRole("heading", { name: "Order here" }).waitFor();
          const color = (of: string) =>
            page.evaluate(`getComputedStyle(document.querySelector("[type=submit]")).${of}`);
          assert.strictEqual(await color("backgroundColor"), "rgb(255, 212, 0)");
          assert.strictEqual(await color("borderRadius"), "0px");
          assert.deepEqual(await accessibilityIssues(page), []);
          await fillIn(page);
          await submit.click();
          await page.waitForURL(`${origin}/thanks`);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});

/** An image above the size limit. */
const LARGE = Buffer.alloc(5 * 1024 * 1024);

/** Settles when the preview is rendered. */
function waitForPreview(page: Page): Promise<void> {
  return page.locator(".preview canvas").first().waitFor({ state: "attached" });
}
