import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import {
  formAddress,
  newPartner,
  publishForm,
  submitButton,
  visitForm,
  working,
} from "../support/embed_visit.ts";
import { openSite } from "../support/small_site.ts";
import { barriers } from "./accessibility.ts";
import { fillIn, MANIFEST, parts, PHONE, PIXEL, picture, rendersOf } from "./form_visit.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The document of a form", () => {
  layer(Layer.merge(working, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("shows the document next to the form, and over it on phones", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const address = yield* formAddress(partner, template);
        const wide = yield* visitForm(address, { viewport: { width: 1280, height: 800 } });
        yield* Effect.promise(async () => {
          await fillIn(wide.page);
          await drawn(wide.page);
          await parts(wide.page).field("Order number").fill("2026-0043");
          await wide.page.locator(".sheet-text", { hasText: "2026-0043" }).waitFor();
          assert.deepEqual(await barriers(wide.page), []);
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
          await drawn(page);
          assert.deepEqual(await barriers(page), []);
          await page.keyboard.press("Escape");
          await dialog.waitFor({ state: "hidden" });
        });
        assert.deepEqual([wide.faults, phone.faults], [[], []]);
      }),
    );

    it.effect("is hidden without permission to view, and submitting needs permission too", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const only = { key: "name", label: "Name", dataType: "text", required: true };
        const template = yield* publishForm(partner, { variables: [only], loops: [] });
        const blind = yield* visitForm(
          yield* formAddress(partner, template, { permissions: { preview: false } }),
        );
        const asking = yield* formAddress(partner, template, {
          permissions: { submitForm: false },
        });
        const looking = yield* openPage();
        yield* Effect.promise(async () => {
          const asked: Array<string> = [];
          for (const { page } of [blind, looking]) {
            page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
          }
          await blind.page.getByLabel("Name").fill("Ada");
          assert.strictEqual(await blind.page.getByText("Your document").count(), 0);
          await submitButton(blind.page).click();
          await parts(blind.page).ready.waitFor();
          assert.deepEqual(await barriers(blind.page), []);
          assert.isFalse(asked.some((path) => path.includes("/form-preview/")));

          asked.length = 0;
          await looking.page.goto(asking);
          await looking.page.getByText("but not submit it").waitFor();
          assert.strictEqual(await submitButton(looking.page).count(), 0);
          assert.deepEqual(await barriers(looking.page), []);
          await looking.page.getByLabel("Name").fill("Eve");
          await looking.page.getByLabel("Name").press("Enter");
          await drawn(looking.page);
          assert.isFalse(asked.some((path) => path.includes("/form-submit/")));
        });
        assert.deepEqual(yield* rendersOf(partner), ["succeeded"]);
        assert.deepEqual([blind.faults, looking.faults], [[], []]);
      }),
    );

    it.effect("reports why rendering failed, and lets the user correct the data", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const address = yield* formAddress(partner, template, { form: { showPreview: false } });
        const { page, faults } = yield* visitForm(address);
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
          assert.deepEqual(await barriers(page), []);
          await page.getByRole("button", { name: "Back to the form" }).click();
          assert.strictEqual(await field("Order number").inputValue(), "2026-0042");
          await page.getByRole("button", { name: "Remove: Logo" }).click();
          await submit.click();
          await ready.waitFor();
          await page.getByRole("button", { name: "Fill in another" }).click();
          assert.strictEqual(await field("Order number").inputValue(), "");
        });
        assert.deepEqual(yield* rendersOf(partner), ["succeeded", "failed"]);
        assert.deepEqual(faults, []);
      }),
    );

    it.effect("links to the integrator's URL, in the integrator's colors", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const { origin } = yield* openSite(() => "<title>Thanks</title>");
        const address = yield* formAddress(partner, template, {
          form: { redirectUrl: `${origin}/thanks` },
          appearance: {
            theme: "dark",
            primaryColor: "#ffd400",
            borderRadius: 0,
            title: "Order here",
          },
        });
        const { page, faults } = yield* visitForm(address);
        yield* Effect.promise(async () => {
          const { submit } = parts(page);
          await page.getByRole("heading", { name: "Order here" }).waitFor();
          const color = (of: string) =>
            page.evaluate(`getComputedStyle(document.querySelector("[type=submit]")).${of}`);
          assert.strictEqual(await color("backgroundColor"), "rgb(255, 212, 0)");
          assert.strictEqual(await color("borderRadius"), "0px");
          assert.deepEqual(await barriers(page), []);
          await fillIn(page);
          await submit.click();
          await page.waitForURL(`${origin}/thanks`);
        });
        assert.deepEqual(faults, []);
      }),
    );
  });
});

/** An image above the size limit. */
const LARGE = Buffer.alloc(5 * 1024 * 1024);

/** Settles when the preview is rendered. */
function drawn(page: Page): Promise<void> {
  return page.locator(".preview canvas").first().waitFor({ state: "attached" });
}
