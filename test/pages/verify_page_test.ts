import { assert, describe, layer } from "@effect/vitest";
import { BarcodeFormat } from "@zxing/library";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { brandProject, BRANDING } from "../support/branded_project.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { scanCode } from "../support/scan_code.ts";
import { documentOf } from "../support/shared_document.ts";
import {
  addressOf,
  createSignatureRequest,
  eventually,
  sign,
  tokenOf,
} from "../support/signing/signing_by_email.ts";
import { PHONE } from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";

/** Chooses a file and sends the form. */
async function checkFile(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: "a.pdf", mimeType: "application/pdf", buffer };
  await page.getByLabel("PDF file").setInputFiles(file);
  await page.getByRole("button", { name: "Check", exact: true }).click();
}

/** Whether the page is as wide as its window, and accessible. */
async function assertGoodPage(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.strictEqual(overflow, 0);
  assert.deepEqual(await accessibilityIssues(page), []);
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The verification page", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect.each([
      ["desktop", { viewport: { width: 1200, height: 900 }, colorScheme: "light" }],
      ["phone", { ...PHONE, colorScheme: "dark" }],
    ] as const)("checks files on a %s, without scripts", ([name, device]) =>
      Effect.gen(function* () {
        yield* brandProject;
        const { port } = yield* ApiServer;
        const ada = addressOf(`ada-${name}`);
        const request = yield* createSignatureRequest({
          pdf: yield* Effect.promise(() => documentOf(1)),
          recipients: [{ firstName: "Ada", lastName: "Lovelace", email: ada }],
          fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
        });
        yield* sign(yield* tokenOf(ada, /sign/));
        const certificate = yield* eventually(request.certificate, ({ status }) => status === 200);
        const code = yield* Effect.promise(() =>
          scanCode(certificate.bytes, BarcodeFormat.QR_CODE),
        );
        const signed = (yield* request.download).bytes;
        const { page, pageErrors } = yield* openPage(device);
        yield* Effect.promise(async () => {
          await page.goto(`http://127.0.0.1:${port}/verify`);
          await page.getByRole("heading", { name: "Check a signed document" }).waitFor();
          await assertGoodPage(page);
          await checkFile(page, signed.subarray(0, -9));
          await page.getByRole("heading", { name: "The file was changed" }).waitFor();
          await assertGoodPage(page);
          await checkFile(page, certificate.bytes);
          await page.getByRole("heading", { name: "The file is unchanged" }).waitFor();
          await assertGoodPage(page);
          await page.goto(`http://127.0.0.1:${port}${new URL(code ?? "").pathname}`);
          await page.getByRole("heading", { name: "All have signed" }).waitFor();
          await page.getByText(BRANDING.name).first().waitFor();
          await page.getByText("Ada Lovelace").waitFor();
          await assertGoodPage(page);
          await checkFile(page, signed);
          await page.getByText("It is the signed document of this request.").waitFor();
          await assertGoodPage(page);
          assert.strictEqual(await page.locator("script").count(), 0);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
