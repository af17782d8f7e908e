import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import {
  formUrl,
  newIntegrator,
  publishForm,
  serverWithWorker,
  visitForm,
} from "../support/embed_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { addRow, fillIn, MANIFEST, parts, PHONE, rendersOf } from "./form_visit.ts";

/** A form of four steps: two sections, one long section, and a loop. */
const LONG_MANIFEST = {
  variables: [
    { key: "number", label: "Order number", dataType: "text", required: true },
    { key: "customer.email", label: "Email", dataType: "email", required: true },
    ...Array.from({ length: 12 }, (_, index) => ({
      key: `delivery.line${index}`,
      label: `Line ${index}`,
      dataType: "text",
      ...(index === 0 ? { required: true } : {}),
    })),
    { key: "notes.text", label: "Notes", dataType: "longtext" },
  ],
  loops: MANIFEST.loops,
};

/** The parts of a form with steps. */
const stepParts = (page: Page) => {
  const nav = page.getByRole("navigation", { name: "Steps" });
  return {
    nav,
    current: nav.locator("[aria-current=step]"),
    position: nav.getByText(/^Step \d of \d/u),
    link: (title: string) => nav.getByRole("button", { name: title }),
    next: page.getByRole("button", { name: "Next", exact: true }),
    back: page.getByRole("button", { name: "Back", exact: true }),
  };
};

/** Opens a form of several steps. */
const visitSteps = Effect.fnUntraced(function* (url: string, options = {}) {
  const browserPage = yield* openPage({ locale: "en-US", ...options });
  yield* Effect.promise(async () => {
    await browserPage.page.goto(url);
    await stepParts(browserPage.page).next.waitFor();
  });
  return browserPage;
});

const suite = describe.skipIf(CHROMIUM === undefined);
suite("A long form", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("shows the next step when one is valid, and links to problems in other steps", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, LONG_MANIFEST);
        const { page, pageErrors } = yield* visitSteps(yield* formUrl(integrator, template), PHONE);
        yield* Effect.promise(async () => {
          const { field, submit, summary, ready } = parts(page);
          const { current, position, link, next, back } = stepParts(page);
          await position.getByText("Step 1 of 4").waitFor();
          assert.isFalse(await field("Line 0").isVisible());
          assert.isFalse(await back.isVisible());
          await next.click();
          await page.getByRole("heading", { name: "Fix these 2 problems first" }).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await fillIn(page);
          await summary.waitFor({ state: "hidden" });
          // Enter in a field is the first button of the form.
          await field("Email").press("Enter");
          await position.and(page.locator(":focus")).waitFor();
          await current.getByText("Delivery").waitFor();
          assert.isFalse(await field("Email").isVisible());
          await back.click();
          await current.getByText("Details and Customer").waitFor();
          assert.strictEqual(await field("Email").inputValue(), "ada@example.com");
          // Steps can be visited in any order.
          await link("Items").click();
          await addRow(page, "", "1");
          await submit.click();
          await summary.getByText("Line 0: Fill this in.").waitFor();
          await link("Details and Customer (complete)").waitFor();
          await link("Delivery (incomplete)").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await summary.getByRole("link", { name: "Line 0" }).click();
          await field("Line 0").and(page.locator(":focus")).waitFor();
          await page.keyboard.type("Street 1");
          await summary.getByRole("link", { name: "Items, row 1: What" }).click();
          await page.getByRole("textbox", { name: "What" }).and(page.locator(":focus")).waitFor();
          await page.keyboard.type("Work");
          await summary.waitFor({ state: "hidden" });
          const overflow = "document.documentElement.scrollWidth - innerWidth";
          assert.strictEqual(await page.evaluate(overflow), 0);
          await submit.click();
          await ready.waitFor();
        });
        assert.deepEqual(yield* rendersOf(integrator), ["succeeded"]);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("continues at the first incomplete step when it is loaded again", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, LONG_MANIFEST);
        const { page, pageErrors } = yield* visitSteps(yield* formUrl(integrator, template));
        yield* Effect.promise(async () => {
          await fillIn(page);
          page.on("dialog", (dialog) => void dialog.accept());
          await page.reload();
          await page.getByText("Your earlier entries have been restored.").waitFor();
          await stepParts(page).current.getByText("Delivery").waitFor();
          await page.getByRole("button", { name: "Start over" }).click();
          await stepParts(page).current.getByText("Details and Customer").waitFor();
          assert.strictEqual(await parts(page).field("Email").inputValue(), "");
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});

suite("Continuing a form later", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    const storedCopies = (page: Page) =>
      page.evaluate<number>(
        `Object.keys(localStorage).filter((key) => key.startsWith("paraph:saved-form:")).length`,
      );

    it.effect("stores entries on the device when asked, for another session and tab", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const { page, pageErrors } = yield* visitForm(yield* formUrl(integrator, template), PHONE);
        const [again, last] = [
          yield* formUrl(integrator, template),
          yield* formUrl(integrator, template),
        ];
        yield* Effect.promise(async () => {
          const { field } = parts(page);
          await fillIn(page);
          assert.strictEqual(await storedCopies(page), 0);
          await page.getByRole("button", { name: "Save and continue later" }).click();
          const dialog = page.getByRole("dialog", { name: "Continue later" });
          await dialog.getByText("in this browser, on this device, for 30 days").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await dialog.getByRole("button", { name: "Cancel" }).click();
          assert.strictEqual(await storedCopies(page), 0);
          await page.getByRole("button", { name: "Save and continue later" }).click();
          await dialog.getByRole("button", { name: "Store in this browser" }).click();
          await page.getByText("Your entries are stored. You can close this page.").waitFor();
          await page.getByText("Stored in this browser until").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await field("Order number").fill("2026-0043");

          const tab = await page.context().newPage();
          await page.close();
          await tab.goto(again);
          await tab.getByText("Your earlier entries have been restored.").waitFor();
          const restored = parts(tab);
          assert.strictEqual(await restored.field("Order number").inputValue(), "2026-0043");
          await tab.getByRole("button", { name: "Delete" }).click();
          await tab.getByText("Your stored entries are deleted.").waitFor();
          assert.strictEqual(await storedCopies(tab), 0);
          assert.strictEqual(await restored.field("Order number").inputValue(), "2026-0043");
          await tab.getByRole("button", { name: "Save and continue later" }).click();
          await tab.getByRole("button", { name: "Store in this browser" }).click();
          await restored.submit.click();
          await restored.ready.waitFor();
          assert.strictEqual(await storedCopies(tab), 0);
          await tab.goto(last);
          await restored.submit.waitFor();
          assert.strictEqual(await restored.field("Order number").inputValue(), "");
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("is offered when the session has ended, and offline is called offline", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        const { page, pageErrors } = yield* visitForm(yield* formUrl(integrator, template));
        yield* Effect.promise(async () => {
          const { submit } = parts(page);
          await fillIn(page);
          await page.context().setOffline(true);
          await submit.click();
          await page.getByText("You are offline. Waiting for a connection.").waitFor();
          await page.route("**/form-submit/**", (route) =>
            route.fulfill({ status: 401, json: { error: "session_expired", message: "Expired" } }),
          );
          await page.context().setOffline(false);
          await page.getByText("Your session has ended. Go back to the previous page").waitFor();
          await page
            .locator("#status")
            .getByRole("button", { name: "Save and continue later" })
            .click();
          await page.getByRole("button", { name: "Store in this browser" }).click();
          assert.strictEqual(await storedCopies(page), 1);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
