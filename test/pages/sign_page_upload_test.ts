import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { LETTER } from "../support/share_visit.ts";
import {
  fieldAt,
  parts,
  sendForSignature,
  visitToSign,
  waitForCompletion,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A photo of a stroke on grey paper, as a phone takes it. */
async function takePhoto(page: Page): Promise<string> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 900);
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#b9b7c4";
    context.fillRect(0, 0, 1600, 900);
    context.lineWidth = 12;
    context.strokeStyle = "#1a237e";
    context.beginPath();
    context.moveTo(300, 500);
    context.bezierCurveTo(500, 100, 700, 800, 1300, 400);
    context.stroke();
    const photo = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    const bytes = new Uint8Array(await photo.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  const file = path.join(folder, "photo.jpg");
  fs.writeFileSync(file, Buffer.from(base64, "base64"));
  return file;
}

/** Files that are no pictures. */
const HOSTILE = [
  { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") },
  {
    name: "cut.png",
    mimeType: "image/png",
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  },
  {
    name: "drawing.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
  },
];

const suite = describe.skipIf(CHROMIUM === undefined);
suite("An uploaded signature", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("is placed everywhere, taken back, and in the signed document", () =>
      Effect.gen(function* () {
        const request = yield* sendForSignature(LETTER, {
          fields: [0, 12, 24].map((down) => fieldAt("signature", 10, 58 + down, { height: 6 })),
        });
        const { page, pageErrors } = yield* visitToSign(request.url);
        const submission = yield* Effect.promise(async () => {
          const { primary, consent, finish } = parts(page);
          await primary.click();
          await page.locator(".field .control:focus").click();
          await page.getByRole("tab", { name: "Upload" }).click();
          const use = page.getByRole("button", { name: "Sign here", exact: true });
          await use.click();
          await page.getByText("Choose an image first.").waitFor();
          const upload = page.getByLabel("Choose an image");
          for (const file of HOSTILE) {
            await upload.setInputFiles([]);
            await upload.setInputFiles(file);
            await page.getByText("not a readable PNG or JPEG image").waitFor();
          }
          await upload.setInputFiles(await takePhoto(page));
          await page.getByRole("img", { name: "Your image" }).locator("canvas").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.getByLabel("Use for all 3 required fields").check();
          await use.click();
          await page.getByText("Placed in 3 fields").waitFor();
          assert.strictEqual(await page.locator(".field canvas.ink").count(), 3);
          await page.getByRole("button", { name: "Undo", exact: true }).click();
          await page.getByText("3 of 3 fields left").waitFor();
          await page.getByRole("button", { name: "Sign all 3 required fields" }).click();
          await page.locator(".field .control").first().click();
          await page.getByRole("button", { name: "Remove", exact: true }).click();
          await page.getByText("1 of 3 fields left").waitFor();
          // The signature is adopted: a click is enough.
          await page.locator(".field .control").first().click();
          await consent.check();
          const sending = page.waitForRequest("**/finish");
          await finish.click();
          await waitForCompletion(page);
          return (await sending).postData() ?? "";
        });
        assert.include(submission, '"kind":"image"');
        assert.isBelow(submission.length, 280_000);
        assert.strictEqual(yield* request.awaitStatus("completed"), "completed");
        const { bytes } = yield* call("GET", `/v1/signatures/${request.id}/download`);
        assert.strictEqual(bytes.toString("latin1").match(/\/Subtype\s*\/Image/gu)?.length, 2);
        const certificate = yield* call("GET", `/v1/signatures/${request.id}/certificate`);
        assert.strictEqual(certificate.status, 200);
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
