import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { BOOK, waitForPage, LETTER } from "../support/share_visit.ts";
import {
  ALL_FIELDS,
  draw,
  fieldAt,
  parts,
  downloadCopy,
  PHONE,
  sendForSignature,
  waitForCompletion,
  visitToSign,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The signing page", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("fits a phone: nothing overflows, and a finger can sign", () =>
      Effect.gen(function* () {
        const { url, awaitStatus } = yield* sendForSignature(LETTER, {
          fields: ALL_FIELDS.slice(0, 4),
        });
        const { page, pageErrors } = yield* visitToSign(url, PHONE);
        yield* Effect.promise(async () => {
          const { consent, finish, primary, field } = parts(page);
          const width = () => page.evaluate<number>("document.documentElement.scrollWidth");
          assert.strictEqual(await width(), PHONE.viewport.width);
          // The first screen says who asks for what, and has the button.
          for (const each of [page.locator("h1"), page.locator(".asks"), primary]) {
            const box = await each.boundingBox();
            assert.isAtMost((box?.y ?? 0) + (box?.height ?? 0), PHONE.viewport.height);
          }
          assert.match((await page.locator(".asks").textContent()) ?? "", /asks you to sign/u);
          assert.isAtLeast((await primary.boundingBox())?.height ?? 0, 44);
          await primary.tap();
          await page.locator(".is-signature .control:focus").tap();
          await page.getByRole("tab", { name: "Draw" }).tap();
          await draw(page);
          assert.strictEqual(await width(), PHONE.viewport.width);
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.getByRole("button", { name: "Sign here", exact: true }).tap();
          await primary.tap();
          await page.locator(".is-initial .control:focus").tap();
          await page.getByRole("button", { name: "Initial here", exact: true }).tap();
          await primary.tap();
          const text = field("Text, page 1");
          await text.and(page.locator(":focus")).fill("Net 30");
          const box = await text.boundingBox();
          assert.isAtLeast(box?.height ?? 0, 36);
          assert.strictEqual(await width(), PHONE.viewport.width);
          await primary.tap();
          await consent.and(page.locator(":focus")).check();
          assert.deepEqual(await accessibilityIssues(page), []);
          await finish.tap();
          await waitForCompletion(page);
          assert.strictEqual(await width(), PHONE.viewport.width);
        });
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("works with a keyboard only", () =>
      Effect.gen(function* () {
        const { url, awaitStatus } = yield* sendForSignature(LETTER, {
          fields: [...ALL_FIELDS.slice(0, 1), fieldAt("checkbox", 45, 70, { width: 3, height: 2 })],
        });
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { consent, primary } = parts(page);
          const atFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor();
          for (let stop = 0; stop < 60; stop++) {
            await page.keyboard.press("Tab");
            const outline = "getComputedStyle(document.activeElement).outlineStyle";
            assert.strictEqual(await page.evaluate(outline), "solid");
            if ((await page.locator("#primary:focus").count()) > 0) break;
          }
          // Enter goes to the next field, signs there, and returns to the button.
          await atFocus("#primary");
          await page.keyboard.press("Enter");
          await atFocus(".is-signature .control");
          await page.keyboard.press("Enter");
          await page.getByRole("dialog").waitFor();
          assert.strictEqual(await parts(page).name.inputValue(), "Ada Lovelace");
          await page.keyboard.press("Enter");
          await page.getByRole("dialog").waitFor({ state: "hidden" });
          await atFocus("#primary");
          await page.keyboard.press("Enter");
          await atFocus(".is-checkbox .control");
          await page.keyboard.press("Space");
          await page.keyboard.press("Enter");
          await atFocus("#consent");
          await page.keyboard.press("Space");
          assert.isTrue(await consent.isChecked());
          await primary.focus();
          await page.keyboard.press("Enter");
          await waitForCompletion(page);
        });
        assert.strictEqual(yield* awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("needs no signature of approvers, and axe finds nothing", () =>
      Effect.gen(function* () {
        const { url, urlOf } = yield* sendForSignature(LETTER, {
          recipients: [
            { firstName: "Ada", email: "ada@example.com", designation: "Approver", order: 1 },
            { firstName: "Bob", email: "bob@example.com", order: 2 },
          ],
          fields: [fieldAt("signature", 10, 58, { recipientIndex: 1, height: 6 })],
        });
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { consent, finish } = parts(page);
          await page.getByRole("heading", { name: "Approve this document" }).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await consent.check();
          await finish.click();
          await waitForCompletion(page);
          await page.getByText("You have approved this document.").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
        });
        const other = yield* visitToSign(yield* urlOf("bob@example.com"), { colorScheme: "dark" });
        yield* Effect.promise(async () => {
          const { name, consent, finish } = parts(other.page);
          await name.fill("Bob");
          assert.deepEqual(await accessibilityIssues(other.page), []);
          await consent.check();
          await finish.click();
          await downloadCopy(other.page);
          // The page of the first recipient has waited for it.
          await page.getByRole("link", { name: "Download a copy" }).waitFor();
        });
        assert.deepEqual([...pageErrors, ...other.pageErrors], []);
      }),
    );

    it.effect("shows long documents page by page, and goes to distant fields", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(BOOK, {
          fields: [
            fieldAt("signature", 10, 58, { page: 40 }),
            fieldAt("text", 10, 70, { page: 48 }),
          ],
        });
        const { page, pageErrors } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { primary, name } = parts(page);
          assert.isBelow(await page.locator(".sheet canvas").count(), 8);
          await primary.click();
          await waitForPage(page, 40);
          await name.fill("Ada");
          await primary.click();
          await waitForPage(page, 48);
          await page.getByText("Page 48 of 50").waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("shows nothing without a link", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER);
        const { page } = yield* openPage();
        yield* Effect.promise(async () => {
          const response = await page.goto(url.replace(/.$/, (last) => (last === "A" ? "B" : "A")));
          assert.strictEqual(response?.status(), 404);
          await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
        });
      }),
    );
  });
});
