import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { readWith } from "../support/outside_tool.ts";
import { pdfText } from "../support/pdf_text.ts";
import { LETTER } from "../support/share_visit.ts";
import {
  downloadCopy,
  draw,
  fieldAt,
  parts,
  PHONE,
  sendForSignature,
  visitToSign,
  waitForCompletion,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { openConsole, openSignature } from "./console_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const DESKTOP = { viewport: { width: 1200, height: 900 } };

/** The addresses of the recipients: the delegate of Ada, and Bob before and after his correction. */
const ADDRESSES = {
  ada: "ada@example.com",
  grace: "grace@example.com",
  bobBefore: "bob@exmaple.com",
  bob: "bob@example.com",
  carol: "carol@example.com",
} as const;

/** Names Grace Hopper in place of the recipient. */
async function delegate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Name another person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First name").fill("Grace");
  await dialog.getByLabel("Last name").fill("Hopper");
  await dialog.getByLabel("Email address").fill(ADDRESSES.grace);
  await dialog.getByLabel("Reason").fill("She signs contracts");
  await dialog.getByRole("button", { name: "Send the document" }).click();
  await page.getByRole("heading", { name: "Grace Hopper now signs" }).waitFor();
}

/** Corrects the address of Bob on the page of the request in the console. */
async function correctBob(page: Page): Promise<void> {
  const row = page.getByRole("table", { name: "Recipients" }).getByRole("row", { name: "Bob" });
  await row.getByRole("button", { name: "Correct" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email address").fill("bob@");
  await dialog.getByLabel("Reason").fill("A typing error");
  await dialog.getByRole("button", { name: "Correct" }).click();
  await dialog.getByLabel("Email address").and(page.locator("[aria-invalid=true]")).waitFor();
  await dialog.getByLabel("Email address").fill(ADDRESSES.bob);
  assert.deepEqual(await accessibilityIssues(page), []);
  await dialog.getByRole("button", { name: "Correct" }).click();
  await row.getByText(ADDRESSES.bob).waitFor();
}

/** Agrees, signs with a typed name or a drawing, and waits for the confirmation. */
async function finishAs(page: Page, typed: string | null): Promise<void> {
  const { consent, finish, name } = parts(page);
  await consent.check();
  if (typed === null) {
    await page.getByRole("tab", { name: "Draw" }).click();
    await draw(page);
  } else await name.fill(typed);
  await finish.click();
  await waitForCompletion(page);
}

/** Whether the page is no wider than its window, and accessible. */
async function assertGoodPage(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.strictEqual(overflow, 0);
  assert.deepEqual(await accessibilityIssues(page), []);
}

/** Asserts that PDF readers accept the digital signature of a file. */
function assertSealed(name: string, bytes: Uint8Array): void {
  const file = path.join(folder, name);
  fs.writeFileSync(file, bytes);
  const { output = "Signature is Valid, Total document signed" } = readWith("pdfsig", [file]) ?? {};
  assert.include(output, "Signature is Valid");
  assert.include(output, "Total document signed");
  const check = readWith("qpdf", ["--check", file]);
  assert.strictEqual(check?.status ?? 0, 0, check?.output);
}

describe.skipIf(CHROMIUM === undefined)("Three signers in two steps", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect.each([
      ["desktop", DESKTOP],
      ["phone", PHONE],
    ] as const)("on a %s: one delegates, one is corrected, all sign", ([name, device]) =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { ada, grace, bobBefore, bob, carol } = ADDRESSES;
        const signature = (recipientIndex: number, x: number) =>
          fieldAt("signature", x, 58, { height: 6, recipientIndex });
        const request = yield* sendForSignature(LETTER, {
          recipients: [
            { firstName: "Ada", lastName: "Lovelace", email: ada, step: 1 },
            { firstName: "Bob", email: bobBefore, step: 1 },
            { firstName: "Carol", email: carol, step: 2 },
          ],
          fields: [signature(0, 5), signature(1, 35), signature(2, 65)],
          allowDelegation: true,
        });
        const delegating = yield* visitToSign(request.url, device);
        yield* Effect.promise(() => delegate(delegating.page));
        const wrongLink = yield* request.urlOf(bobBefore);

        const sender = yield* openConsole(key, device);
        yield* Effect.promise(async () => {
          await openSignature(sender.page, request.id);
          await sender.page.getByText(grace).first().waitFor();
          await assertGoodPage(sender.page);
          await correctBob(sender.page);
          await assertGoodPage(sender.page);
        });
        // The holder of the wrong address cannot sign.
        yield* Effect.promise(async () => {
          await delegating.page.goto(wrongLink);
          const { page } = delegating;
          await page.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
          await page.getByText("The request was sent by").waitFor();
          await assertGoodPage(page);
        });

        const bobsVisit = yield* visitToSign(yield* request.urlOf(bob), device);
        yield* Effect.promise(() => finishAs(bobsVisit.page, "Bob"));
        assert.strictEqual((yield* request.status)["status"], "viewed");
        assert.isFalse(yield* request.hasEmail(carol));
        const gracesVisit = yield* visitToSign(yield* request.urlOf(grace), device);
        yield* Effect.promise(() => finishAs(gracesVisit.page, "Grace Hopper"));
        // The second step starts when all of the first have signed.
        const carolsVisit = yield* visitToSign(yield* request.urlOf(carol), device);
        const copy = yield* Effect.promise(async () => {
          await finishAs(carolsVisit.page, null);
          return downloadCopy(carolsVisit.page);
        });
        assert.strictEqual(yield* request.awaitStatus("completed"), "completed");

        const base = `/v1/signatures/${request.id}`;
        const { bytes: signedPdf } = yield* call("GET", `${base}/download`);
        assert.isTrue(signedPdf.equals(copy));
        const { bytes: certificate } = yield* call("GET", `${base}/certificate`);
        assertSealed(`signed-${name}.pdf`, signedPdf);
        assertSealed(`certificate-${name}.pdf`, certificate);
        const text = (yield* pdfText(certificate)).join(" ").replaceAll(/\s+/gu, " ");
        for (const part of ["Grace Hopper", "Bob", "Carol", bob, `Ada Lovelace <${ada}>`])
          assert.include(text, part);
        yield* Effect.promise(async () => {
          await sender.page.reload();
          await sender.page.getByRole("button", { name: "Download signed PDF" }).waitFor();
          const recipients = sender.page.getByRole("table", { name: "Recipients" });
          assert.strictEqual(await recipients.getByText("signed", { exact: true }).count(), 3);
          await assertGoodPage(sender.page);
        });
        for (const { pageErrors } of [delegating, sender, bobsVisit, gracesVisit, carolsVisit])
          assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
