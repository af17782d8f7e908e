import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { readWith } from "../support/outside_tool.ts";
import { LETTER } from "../support/share_visit.ts";
import {
  draw,
  fieldAt,
  parts,
  PHONE,
  downloadCopy,
  sendForSignature,
  waitForCompletion,
  visitToSign,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const CAROL = "carol@example.com";
const DAVE = "dave@example.com";

/** Agrees, finishes and waits for the confirmation. */
async function finishAs(page: Page, adopt: () => Promise<unknown>): Promise<void> {
  const { consent, finish } = parts(page);
  await consent.check();
  await adopt();
  await finish.click();
  await waitForCompletion(page);
}

/** The output of other readers for a sealed document. */
function readerOutput(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, bytes);
  const check = readWith("qpdf", ["--check", file]);
  assert.strictEqual(check?.status ?? 0, 0, check?.output);
  return readWith("pdfsig", [file])?.output ?? "Signature is Valid. Total document signed";
}

describe.skipIf(CHROMIUM === undefined)("Two signers, an approver and a copy recipient", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("one after the other, by name at a desk and by hand on a phone", () =>
      Effect.gen(function* () {
        const request = yield* sendForSignature(LETTER, {
          recipients: [
            { firstName: "Ada", lastName: "Lovelace", email: ADA },
            { firstName: "Bob", email: BOB },
            { firstName: "Carol", email: CAROL, designation: "Approver" },
            { firstName: "Dave", email: DAVE, designation: "CC" },
          ],
          fields: [
            fieldAt("signature", 10, 58, { height: 6 }),
            fieldAt("signature", 55, 58, { height: 6, recipientIndex: 1 }),
          ],
        });
        const ada = yield* visitToSign(request.url);
        yield* Effect.promise(() =>
          finishAs(ada.page, () => parts(ada.page).name.fill("Ada Lovelace")),
        );
        const bob = yield* visitToSign(yield* request.urlOf(BOB), PHONE);
        yield* Effect.promise(() =>
          finishAs(bob.page, async () => {
            await bob.page.getByRole("tab", { name: "Draw" }).click();
            await draw(bob.page);
          }),
        );
        const carol = yield* visitToSign(yield* request.urlOf(CAROL));
        yield* Effect.promise(() => finishAs(carol.page, async () => {}));
        assert.strictEqual(yield* request.awaitStatus("completed"), "completed");

        const dave = yield* openPage();
        const link = yield* request.urlOf(DAVE);
        yield* Effect.promise(() => dave.page.goto(link));
        const copy = yield* Effect.promise(() => downloadCopy(dave.page));
        const base = `/v1/signatures/${request.id}`;
        const { bytes: signedPdf } = yield* call("GET", `${base}/download`);
        const { bytes: certificate } = yield* call("GET", `${base}/certificate`);
        assert.isTrue(signedPdf.equals(copy));
        for (const [name, bytes] of Object.entries({ signed: signedPdf, certificate })) {
          const output = readerOutput(`${name}.pdf`, bytes);
          assert.include(output, "Signature is Valid");
          assert.include(output, "Total document signed");
        }
        for (const { pageErrors } of [ada, bob, carol, dave]) assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("after an access code, before which the page shows nothing of the document", () =>
      Effect.gen(function* () {
        const code = "open sesame";
        const authentication = { method: "access_code", code };
        const request = yield* sendForSignature(LETTER, {
          recipients: [{ firstName: "Ada", lastName: "Lovelace", email: ADA, authentication }],
        });
        const { page, pageErrors } = yield* openPage(PHONE);
        yield* Effect.promise(async () => {
          await page.goto(request.url);
          await page.getByRole("heading", { name: "Confirm that it's you" }).waitFor();
          assert.notInclude(await page.content(), "Framework agreement");
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.getByLabel("Access code").fill("sesame");
          await page.getByRole("button", { name: "Continue" }).click();
          await page.getByText("This code is wrong or has expired.").waitFor();
          await page.getByLabel("Access code").fill(code);
          await page.getByRole("button", { name: "Continue" }).click();
          await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
          await finishAs(page, () => parts(page).name.fill("Ada Lovelace"));
        });
        assert.strictEqual(yield* request.awaitStatus("completed"), "completed");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect(
      "not without the code of an SMS, which the gateway of this server does not send",
      () =>
        Effect.gen(function* () {
          const authentication = { method: "sms_code", phone: "+491701234567" };
          const request = yield* sendForSignature(LETTER, {
            recipients: [{ firstName: "Ada", lastName: "Lovelace", email: ADA, authentication }],
          });
          const { page } = yield* openPage(PHONE);
          yield* Effect.promise(async () => {
            await page.goto(request.url);
            await page.getByText("A code is sent by SMS to •••567.").waitFor();
            await page.getByRole("button", { name: "Send the code" }).click();
            await page.getByText("The SMS could not be sent.").waitFor();
            assert.deepEqual(await accessibilityIssues(page), []);
            await page.getByRole("button", { name: "Send a new code" }).click();
            await page.getByText("A code was just sent. Check your messages").waitFor();
            await page.getByLabel("Code from the SMS").fill("12345");
            await page.getByRole("button", { name: "Continue" }).click();
            await page.getByText("This code is wrong or has expired.").waitFor();
            assert.notInclude(await page.content(), "Framework agreement");
          });
        }),
    );
  });
});
