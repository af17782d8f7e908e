import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { brandProject } from "../support/branded_project.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { waitForPage, LETTER } from "../support/share_visit.ts";
import {
  ALL_FIELDS,
  draw,
  parts,
  downloadCopy,
  fieldAt,
  sendForSignature,
  waitForCompletion,
  visitToSign,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues, accessibilityIssuesIn } from "./accessibility.ts";
import { checkBrand } from "./brand_view.ts";

/** Fills in every required field of {@linkcode ALL_FIELDS} that a name does not fill. */
async function fillIn(page: Page): Promise<void> {
  const { field } = parts(page);
  await field("Text, page 1").first().fill("Net 30");
  await field("Checkbox, page 1").check();
  await page.locator(".is-dropdown select").selectOption("Yearly");
  await page.getByRole("radiogroup").getByLabel("Express").check();
}

/** Fills in every field and draws the signature. */
async function fillInAndDraw(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Draw" }).click();
  await draw(page);
  await fillIn(page);
}

/** Holds back the scripts of a page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route("**/*.js", (route) => release.then(() => route.continue()));
  return resolve;
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The signing page", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("starts with values of the sender, and checks what the recipient enters", () =>
      Effect.gen(function* () {
        const sent = "ada@example.org";
        const mail = { validation: "email", label: "Email for invoices", value: sent };
        const plan = { options: ["Monthly", "Yearly"], label: "Plan", value: "Yearly" };
        const { url, awaitStatus } = yield* sendForSignature(LETTER, {
          fields: [
            fieldAt("signature", 10, 58, { height: 6 }),
            fieldAt("text", 10, 70, { width: 40, ...mail }),
            fieldAt("radio_buttons", 60, 70, { height: 6, ...plan }),
            fieldAt("date", 10, 80, { format: "YYYY/MM/DD", label: "Day" }),
          ],
        });
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { name, consent, finish, field } = parts(page);
          const email = field("Email for invoices, page 1");
          assert.strictEqual(await email.inputValue(), sent);
          const group = page.getByRole("radiogroup", { name: "Plan, page 1" });
          assert.isTrue(await group.getByLabel("Yearly").isChecked());
          await page
            .getByRole("button", { name: /^Day, page 1.*today, \d{4}\/\d{2}\/\d{2}$/u })
            .waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await name.fill("Ada Lovelace");
          await consent.check();
          await email.fill("ada@");
          await finish.click();
          await page.getByText("Enter an email address.").waitFor();
          await email.fill("ada@example.com");
          await group.getByLabel("Monthly").check();
          await finish.click();
          await waitForCompletion(page);
        });
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("signs with a name, an agreement and a click, and offers a copy", () =>
      Effect.gen(function* () {
        const { url, awaitStatus } = yield* sendForSignature(LETTER, {
          fields: ALL_FIELDS.slice(0, 3),
        });
        const { page, pageErrors } = yield* visitToSign(url);
        const copy = yield* Effect.promise(async () => {
          const { name, consent, finish } = parts(page);
          await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
          await page.getByText("2 of 3 fields left").waitFor();
          await consent.check();
          await name.fill("Ada Lovelace");
          await page.getByText("Ready to finish").waitFor();
          await finish.click();
          await waitForCompletion(page);
          return downloadCopy(page);
        });
        assert.strictEqual(copy.subarray(0, 5).toString(), "%PDF-");
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("signs with field values and a drawn signature", () =>
      Effect.gen(function* () {
        const { url, awaitStatus } = yield* sendForSignature(LETTER, { fields: ALL_FIELDS });
        const { page, pageErrors } = yield* visitToSign(url);
        const submission = yield* Effect.promise(async () => {
          const { consent, finish, field } = parts(page);
          await fillInAndDraw(page);
          await field("Text, page 1").last().fill("As agreed\non the phone");
          await consent.check();
          await page.getByText("Ready to finish").waitFor();
          const sending = page.waitForRequest("**/finish");
          await finish.click();
          const request: unknown = (await sending).postDataJSON();
          await waitForCompletion(page);
          return request;
        });
        assert.nestedPropertyVal(submission, "signature.kind", "drawn");
        assert.nestedPropertyVal(submission, "initials.text", "AL");
        const text = JSON.stringify(submission);
        for (const each of ["Net 30", "Yearly", "Express", "on the phone"]) {
          assert.include(text, each);
        }
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("reports a visit only once the page is shown", () =>
      Effect.gen(function* () {
        const { url, awaitStatus, status } = yield* sendForSignature(LETTER);
        yield* Effect.promise(async () => {
          // As email scanners do.
          for (const path of ["", "/ceremony", "/document.pdf"]) await fetch(url + path);
        });
        assert.strictEqual((yield* status)["status"], "sent");
        yield* visitToSign(url);
        assert.strictEqual(yield* awaitStatus("viewed"), "viewed");
      }),
    );

    it.effect("shows missing fields in place, goes there, and loses nothing", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER, { fields: ALL_FIELDS });
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { name, consent, primary, field } = parts(page);
          let submissionCount = 0;
          page.on("request", (request) => {
            submissionCount += request.url().endsWith("/finish") ? 1 : 0;
          });
          await page.getByText("6 of 7 fields left").waitFor();
          assert.strictEqual(await primary.textContent(), "Start");
          await primary.click();
          await page.locator(".is-signature .control:focus").waitFor();
          assert.strictEqual(await primary.textContent(), "Next");
          assert.strictEqual(await page.locator(".is-wrong").count(), 0);
          await name.fill("Ada Lovelace");
          await page.getByText("4 of 7 fields left").waitFor();
          await primary.click();
          const text = field("Text, page 1").first();
          await text.and(page.locator(":focus")).waitFor();
          await primary.click();
          await page.getByText("Fill this in").waitFor();
          await page.locator(".is-checkbox .control:focus").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await fillIn(page);
          assert.strictEqual(await page.getByText("Fill this in").count(), 0);
          await page.getByText("Only your agreement is missing").waitFor();
          await primary.click();
          await consent.and(page.locator(":focus")).waitFor();
          await primary.click();
          await page.getByText("Please agree before you finish").waitFor();
          await consent.check();
          await page.getByText("Ready to finish").waitFor();
          assert.strictEqual(await primary.textContent(), "Finish");
          assert.strictEqual(await text.inputValue(), "Net 30");
          assert.strictEqual(submissionCount, 0);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("shows the branding of its project, before and after signing", () =>
      Effect.gen(function* () {
        yield* brandProject;
        const { url } = yield* sendForSignature(LETTER);
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { name, consent, finish } = parts(page);
          await page.getByText("from Acme & Søn").waitFor();
          await checkBrand(page);
          await consent.check();
          await name.fill("Ada Lovelace");
          await finish.click();
          await waitForCompletion(page);
          await checkBrand(page);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("passes the document on to another person, who signs it", () =>
      Effect.gen(function* () {
        const { url, urlOf, awaitStatus } = yield* sendForSignature(LETTER, {
          allowDelegation: true,
        });
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const open = page.getByRole("button", { name: "Name another person" });
          await open.click();
          const dialog = page.getByRole("dialog");
          await dialog.waitFor();
          assert.deepEqual(await accessibilityIssuesIn(page.mainFrame(), ["#pages"]), []);
          const confirm = dialog.getByRole("button", { name: "Send the document" });
          await confirm.click();
          await dialog.getByText("Enter the first name.").waitFor();
          await dialog.getByLabel("First name").fill("Grace");
          await dialog.getByLabel("Last name").fill("Hopper");
          await dialog.getByLabel("Email address").fill("ada@example.com");
          await dialog.getByLabel("Reason").fill("She signs contracts");
          await confirm.click();
          await dialog.getByText("This person cannot sign in your place").waitFor();
          await dialog.getByLabel("Email address").fill("grace@example.com");
          await confirm.click();
          await page.getByRole("heading", { name: "Grace Hopper now signs" }).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.reload();
          await page.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
        });
        const { page: next } = yield* visitToSign(yield* urlOf("grace@example.com"));
        yield* Effect.promise(async () => {
          const { name, consent, finish } = parts(next);
          await consent.check();
          await name.fill("Grace Hopper");
          await finish.click();
          await waitForCompletion(next);
        });
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("is declined with a reason, which the page then shows to every recipient", () =>
      Effect.gen(function* () {
        const { url, awaitStatus } = yield* sendForSignature(LETTER);
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { decline } = parts(page);
          await decline.click();
          const dialog = page.getByRole("dialog");
          await dialog.waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await decline.click();
          await page.getByText("Enter a reason.").waitFor();
          await page.keyboard.press("Escape");
          await dialog.waitFor({ state: "hidden" });
          await decline.and(page.locator(":focus")).waitFor();
          await decline.click();
          await page.getByLabel("Reason").fill("The price is not what we agreed");
          await decline.click();
          await page.getByRole("heading", { name: "This document was declined" }).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
        });
        assert.strictEqual(yield* awaitStatus("declined"), "declined");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("shows that a document was withdrawn while the recipient was reading it", () =>
      Effect.gen(function* () {
        const { url, cancel } = yield* sendForSignature(LETTER);
        const { page } = yield* visitToSign(url);
        yield* cancel;
        yield* Effect.promise(async () => {
          const { name, consent, finish } = parts(page);
          await name.fill("Ada");
          await consent.check();
          await finish.click();
          await page.getByRole("heading", { name: "This document has been withdrawn" }).waitFor();
        });
      }),
    );

    it.effect("keeps field values after a reload", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER, { fields: ALL_FIELDS });
        const { page } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { name, consent, field } = parts(page);
          await name.fill("Ada Lovelace");
          await fillInAndDraw(page);
          await consent.check();
          await page.reload();
          await waitForPage(page, 1);
          await page.getByText("Ready to finish").waitFor();
          assert.strictEqual(await field("Text, page 1").first().inputValue(), "Net 30");
          assert.isTrue(await consent.isChecked());
          await page.getByRole("tab", { name: "Type" }).click();
          assert.strictEqual(await name.inputValue(), "Ada Lovelace");
        });
      }),
    );

    it.effect("keeps input from before its script has loaded", () =>
      Effect.gen(function* () {
        const { url, awaitStatus } = yield* sendForSignature(LETTER, {
          fields: ALL_FIELDS.slice(0, 3),
        });
        const { page, pageErrors } = yield* openPage();
        yield* Effect.promise(async () => {
          const release = await holdScripts(page);
          await page.goto(url, { waitUntil: "commit" });
          const { name, consent, finish, primary, decline } = parts(page);
          for (const button of [primary, decline]) {
            assert.strictEqual(await button.getAttribute("aria-disabled"), "true");
          }
          await name.fill("Ada Lovelace");
          await consent.check();
          release();
          await page.getByText("Ready to finish").waitFor();
          assert.strictEqual(await name.inputValue(), "Ada Lovelace");
          assert.isTrue(await consent.isChecked());
          await finish.click();
          await waitForCompletion(page);
        });
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("prefers input from before its script has loaded to an earlier draft", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER, { fields: ALL_FIELDS });
        const { page } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { name, consent, field } = parts(page);
          await name.fill("Ada Lovelace");
          await fillInAndDraw(page);
          const release = await holdScripts(page);
          await page.reload({ waitUntil: "commit" });
          await name.fill("Ada King");
          await consent.check();
          release();
          await page.getByText("Ready to finish").waitFor();
          assert.strictEqual(await name.inputValue(), "Ada King");
          assert.isTrue(await name.isVisible());
          assert.isTrue(await consent.isChecked());
          assert.strictEqual(await field("Text, page 1").first().inputValue(), "Net 30");
        });
      }),
    );

    it.effect("submits once for several clicks, and again after a network failure", () =>
      Effect.gen(function* () {
        const { url, awaitStatus } = yield* sendForSignature(LETTER);
        const { page } = yield* visitToSign(url);
        const requestCount = yield* Effect.promise(async () => {
          const { name, consent, finish } = parts(page);
          await name.fill("Ada Lovelace");
          await consent.check();
          await page.context().setOffline(true);
          await finish.click();
          await page.getByText("You are offline. Nothing is lost").waitFor();
          await page.context().setOffline(false);
          let requests = 0;
          page.on("request", (request) => {
            requests += request.url().endsWith("/finish") ? 1 : 0;
          });
          await finish.dblclick();
          await waitForCompletion(page);
          return requests;
        });
        assert.strictEqual(requestCount, 1);
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
      }),
    );
  });
});
