import { assert, describe, layer } from "@effect/vitest";
import { RenderJob } from "@paraph/core/renders";
import { pdfRendererPdfme, renderWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer, ApiServer } from "../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../packages/http/_testing/body.ts";
import { send } from "../packages/http/_testing/http_client.ts";
import { barriers } from "./accessibility.ts";
import { CHROMIUM, Chromium } from "./browser.ts";
import {
  formAddress,
  newPartner,
  type Partner,
  publishForm,
  submitButton,
  visitForm,
} from "./embed_visit.ts";
import { pdfText } from "./pdf_text.ts";

/** A server that draws what it is asked for. */
const working = renderWorker(1).pipe(
  Layer.provide(RenderJob.layer),
  Layer.provide(pdfRendererPdfme({ threads: 1, allowPrivateNetwork: false })),
  Layer.provideMerge(apiServer),
  Layer.orDie,
);

/** One pixel, and the beginning of a file that says it is one. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const picture = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

const MANIFEST = {
  variables: [
    { key: "number", label: "Order number", dataType: "text", required: true },
    { key: "when", label: "Day", dataType: "date" },
    { key: "discount", label: "Discount", dataType: "number", format: "percent" },
    { key: "express", label: "Express", dataType: "boolean" },
    { key: "customer.email", label: "Email", dataType: "email", required: true },
    { key: "customer.logo", label: "Logo", dataType: "image" },
    { key: "total", label: "Total", dataType: "currency", format: "currency:EUR@en-US" },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        { key: "what", label: "What", dataType: "text", required: true },
        { key: "price", label: "Price", dataType: "currency" },
      ],
    },
  ],
};

const PHONE = { viewport: { width: 360, height: 740 } };

/** The parts of a form that tests touch. */
const parts = (page: Page) => ({
  field: (name: string) => page.getByRole("textbox", { name, exact: true }),
  rows: page.getByRole("region", { name: "Items" }).getByRole("listitem"),
  add: page.getByRole("button", { name: "Add to Items" }),
  submit: submitButton(page),
  summary: page.getByRole("region", { name: /your attention/u }),
  ready: page.getByRole("heading", { name: "Your document is ready" }),
  download: page.getByRole("link", { name: "Download PDF" }),
});

async function fillIn(page: Page): Promise<void> {
  const { field } = parts(page);
  await field("Order number").fill("2026-0042");
  await field("Email").fill("ada@example.com");
}

async function addRow(page: Page, what: string, price: string): Promise<void> {
  const { add, rows } = parts(page);
  await add.click();
  await rows.last().getByRole("textbox", { name: "What" }).fill(what);
  await rows.last().getByRole("textbox", { name: "Price" }).fill(price);
}

/** What the rows of a form say, first to last. */
const rowsOf = (page: Page) =>
  parts(page)
    .rows.getByRole("textbox", { name: "What" })
    .evaluateAll((inputs) => inputs.map((input) => ("value" in input ? input.value : "")));

/** What came of the forms of a partner. */
const rendersOf = Effect.fnUntraced(function* (partner: Partner) {
  const { renders } = fieldsOf(yield* partner("GET", "/v1/embed/renders"));
  assert.isArray(renders);
  return renders;
});

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The page that a form is filled in on", () => {
  layer(Layer.merge(working, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("makes a document of what is filled in: fields, rows and a picture", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const { page, faults } = yield* visitForm(yield* formAddress(partner, template));
        const address = yield* Effect.promise(async () => {
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
          assert.deepEqual(await barriers(page), []);
          await submit.click();
          await ready.waitFor();
          assert.deepEqual(await barriers(page), []);
          return String(await parts(page).download.getAttribute("href"));
        });
        const { pathname } = new URL(address);
        const { port } = yield* ApiServer;
        const [text] = yield* pdfText((yield* send(port, { path: pathname })).bytes);
        const printed = ["2026-0042", "2026-12-24", "2.5%", "€1,234.50", "Gießkanne", "0.10"];
        for (const said of printed) assert.include(text, said);
        assert.deepEqual(faults, []);
      }),
    );

    it.effect("says in place what is wrong, leads there, and loses nothing", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const { page, faults } = yield* visitForm(yield* formAddress(partner, template), PHONE);
        yield* Effect.promise(async () => {
          const { field, submit, summary, rows } = parts(page);
          await addRow(page, "", "much");
          await field("Email").fill("ada@");
          await submit.click();
          await page.getByRole("heading", { name: "4 things need your attention" }).waitFor();
          await summary.and(page.locator(":focus")).waitFor();
          await summary.getByText("Items, row 1: Price: Write a number, such as").waitFor();
          assert.deepEqual(await barriers(page), []);
          await summary.getByRole("link", { name: "Email" }).click();
          await field("Email").and(page.locator(":focus")).waitFor();
          await page.keyboard.type("example.com");
          await page.getByRole("heading", { name: "3 things need your attention" }).waitFor();
          await field("Order number").fill("7");
          await rows.first().getByRole("textbox", { name: "What" }).fill("Work");
          await rows.first().getByRole("textbox", { name: "Price" }).fill("1,50");
          await page.getByRole("heading", { name: "One thing needs your attention" }).waitFor();
          await rows.first().getByRole("textbox", { name: "Price" }).fill("1.50");
          await summary.waitFor({ state: "hidden" });
          assert.strictEqual(await field("Email").inputValue(), "ada@example.com");
          const overflow = "document.documentElement.scrollWidth - innerWidth";
          assert.strictEqual(await page.evaluate(overflow), 0);
        });
        assert.deepEqual(yield* rendersOf(partner), []);
        assert.deepEqual(faults, []);
      }),
    );

    it.effect("shows what the server finds wrong where it is wrong", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const { page, faults } = yield* visitForm(yield* formAddress(partner, template));
        yield* Effect.promise(async () => {
          const { submit, summary, rows } = parts(page);
          await fillIn(page);
          await addRow(page, "Work", "1");
          // The form finds no fault with it; what arrives is another thing.
          await page.route("**/form-submit/**", (route) =>
            route.continue({ postData: { data: { number: "7", items: [{ price: "much" }] } } }),
          );
          await submit.click();
          await summary.getByText("Items, row 1: What: Fill this in.").waitFor();
          await summary.getByText("Email: Write an email address.").waitFor();
          await rows.first().getByText("Write a number, such as").waitFor();
        });
        assert.deepEqual(faults, []);
      }),
    );

    it.effect("is handed in once, even when nobody hears that it arrived", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const { page, faults } = yield* visitForm(yield* formAddress(partner, template));
        const keys = yield* Effect.promise(async () => {
          const { submit, ready } = parts(page);
          const keys: Array<string | undefined> = [];
          await fillIn(page);
          await page.route("**/form-submit/**", async (route) => {
            keys.push(route.request().headers()["idempotency-key"]);
            if (keys.length > 1) return route.fallback();
            await page.context().request.fetch(route.request());
            return route.abort("connectionreset");
          });
          await submit.dblclick();
          await ready.waitFor();
          return keys;
        });
        assert.lengthOf(keys, 2);
        assert.strictEqual(keys[0], keys[1]);
        assert.lengthOf(yield* rendersOf(partner), 1);
        assert.deepEqual(faults, []);
      }),
    );

    it.effect(
      "begins with what the partner knows, and keeps what is added when it is loaded again",
      () =>
        Effect.gen(function* () {
          const partner = yield* newPartner;
          const template = yield* publishForm(partner, MANIFEST);
          const prefill = {
            number: 42,
            total: "1234.5",
            customer: "nobody",
            items: [{ what: "One" }, { what: "Two" }, "three"],
          };
          const address = yield* formAddress(partner, template, { form: { prefill } });
          const { page, faults } = yield* visitForm(address);
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
            await page.getByText("What you filled in before is back.").waitFor();
            assert.deepEqual(await rowsOf(page), ["Two", "One", "Three"]);
            assert.strictEqual(await field("Email").inputValue(), "ada@example.com");
            await page.getByRole("button", { name: "Start over" }).click();
            assert.deepEqual(await rowsOf(page), ["One", "Two"]);
            assert.strictEqual(await field("Email").inputValue(), "");
          });
          assert.deepEqual(faults, []);
        }),
    );

    it.effect("shows the document beside the form, and over it on phones", () =>
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

    it.effect("says why a document could not be made, and lets it be mended", () =>
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
          await page.getByText("This is no PNG or JPEG image.").waitFor();
          await file.setInputFiles(picture("large.png", Buffer.concat([PIXEL, LARGE])));
          await page.getByText("This image is larger than 5 MB.").waitFor();
          await file.setInputFiles(picture("cut.png", PIXEL.subarray(0, 40)));
          await fillIn(page);
          await submit.click();
          await page.getByRole("heading", { name: "could not be made" }).waitFor();
          assert.deepEqual(await barriers(page), []);
          await page.getByRole("button", { name: "Back to the form" }).click();
          assert.strictEqual(await field("Order number").inputValue(), "2026-0042");
          await page.getByRole("button", { name: "Remove: Logo" }).click();
          await submit.click();
          await ready.waitFor();
          await page.getByRole("button", { name: "Fill in another" }).click();
          assert.strictEqual(await field("Order number").inputValue(), "");
        });
        assert.deepEqual(
          (yield* rendersOf(partner)).map((render) => fieldsOf({ json: render })["status"]),
          ["succeeded", "failed"],
        );
        assert.deepEqual(faults, []);
      }),
    );

    it.effect("leads to where the partner wants, in the partner's colors", () =>
      Effect.gen(function* () {
        const partner = yield* newPartner;
        const template = yield* publishForm(partner, MANIFEST);
        const address = yield* formAddress(partner, template, {
          form: { redirectUrl: "https://app.partner.test/thanks" },
          appearance: {
            ...{ theme: "dark", primaryColor: "#ffd400", borderRadius: 0, title: "Order here" },
          },
        });
        const { page, faults } = yield* visitForm(address);
        yield* Effect.promise(async () => {
          const { submit } = parts(page);
          await page.getByRole("heading", { name: "Order here" }).waitFor();
          const color = (of: string) => submit.evaluate(`(it) => getComputedStyle(it).${of}`);
          assert.strictEqual(await color("backgroundColor"), "rgb(255, 212, 0)");
          assert.strictEqual(await color("borderRadius"), "0px");
          assert.deepEqual(await barriers(page), []);
          await page.route("https://app.partner.test/**", (route) =>
            route.fulfill({ contentType: "text/html", body: "<title>Thanks</title>" }),
          );
          await fillIn(page);
          await submit.click();
          await page.waitForURL("https://app.partner.test/thanks");
        });
        assert.deepEqual(faults, []);
      }),
    );
  });
});

/** More than an image may have. */
const LARGE = Buffer.alloc(5 * 1024 * 1024);

/** Settles when the preview is drawn. */
function drawn(page: Page): Promise<void> {
  return page.locator(".preview canvas").first().waitFor({ state: "attached" });
}
