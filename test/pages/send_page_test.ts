import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, layer } from "@effect/vitest";
import { Effect, Layer, Schema } from "effect";
import type { FrameLocator, Page } from "playwright-core";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { contractPdf } from "../../packages/http/_testing/contract_document.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { newIntegrator, serverWithWorker, sessionUrl } from "../support/embed_visit.ts";
import { readWith } from "../support/outside_tool.ts";
import { eventually } from "../support/signing/signing_by_email.ts";
import { embeddingPage, openSite } from "../support/small_site.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const Recipients = Schema.Array(Schema.Struct({ id: Schema.String, email: Schema.String }));

/** An uploaded contract of an integrator, and a site that frames the page of a session for it. */
const framedContract = Effect.gen(function* () {
  const integrator = yield* newIntegrator;
  const data = Buffer.from(yield* contractPdf).toString("base64");
  const upload = yield* integrator.call("POST", "/v1/documents", { name: "Lease.pdf", data });
  const renderId = String(fieldsOf(upload)["id"]);
  const target = { address: "" };
  const site = yield* openSite(() => embeddingPage(target.address));
  yield* integrator.allow(site.origin);
  const open = Effect.map(
    sessionUrl(integrator, { scope: { mode: "send", renderId } }),
    (address) => {
      target.address = address;
    },
  );
  yield* open;
  return { integrator, renderId, site, target, open };
});

const recipientAt = (page: FrameLocator | Page, index: number) =>
  page.locator(".recipient").nth(index);

/** Fills in a recipient. */
async function fillRecipient(page: FrameLocator | Page, index: number, name: string) {
  const card = recipientAt(page, index);
  await card.getByLabel("First name").fill(name);
  await card.getByLabel("Email").fill(`${name.toLowerCase()}@example.com`);
}

const boxes = (page: FrameLocator | Page) => page.locator(".layer .box");

/** Drags a type of field from the palette to a place on the first page, in percent. */
async function dragField(
  page: Page,
  frame: FrameLocator | Page,
  type: string,
  x: number,
  y: number,
) {
  await frame
    .locator(".sheet")
    .first()
    .evaluate((sheet) => sheet.scrollIntoView());
  const source = await frame.getByRole("button", { name: type, exact: true }).boundingBox();
  const sheet = await frame.locator(".sheet").first().boundingBox();
  if (source === null || sheet === null) throw new Error("The page has no palette or sheet");
  await page.mouse.move(source.x + source.width / 2, source.y + source.height / 2);
  await page.mouse.down();
  await page.mouse.move(sheet.x + 20, sheet.y + 20, { steps: 3 });
  await page.mouse.move(sheet.x + (sheet.width * x) / 100, sheet.y + (sheet.height * y) / 100, {
    steps: 3,
  });
  await page.mouse.up();
}

/** Agrees, types a name and finishes. */
async function signAs(page: FrameLocator, name: string): Promise<void> {
  await page.getByLabel("Type your name").fill(name);
  await page.getByRole("checkbox", { name: "I agree to sign electronically" }).check();
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("heading", { name: /^Thank you/u }).waitFor();
}

const heard = (page: Page) => page.evaluate(() => globalThis.heard);

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The send page", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("prepares an upload in an integrator's page, sends it, and it gets signed", () =>
      Effect.gen(function* () {
        const { integrator, renderId, site, target } = yield* framedContract;
        const viewport = { width: 1200, height: 900 };
        const { page, pageErrors } = yield* openPage({ locale: "en-US", viewport });
        const frame = page.frameLocator("iframe");
        yield* Effect.promise(async () => {
          await page.goto(site.origin);
          await frame.locator(".layer").first().waitFor();
          await frame.getByRole("button", { name: "Send", exact: true }).click();
          await frame.getByText("Enter a first name.").waitFor();
          await frame.getByText("Place a required signature field for this recipient.").waitFor();

          await fillRecipient(frame, 0, "Ada");
          await frame.getByRole("button", { name: "Add recipient" }).click();
          await fillRecipient(frame, 1, "Bob");
          await frame.getByLabel("Order", { exact: true }).selectOption("parallel");
          await frame.getByLabel("Message", { exact: true }).fill("Please sign by Friday");

          // With the mouse for Ada, with the keyboard for Bob.
          await frame.getByLabel("Fields for").selectOption({ label: "Ada" });
          await dragField(page, frame, "Signature", 30, 40);
          await frame.getByRole("group", { name: "Signature, Ada, page 1" }).waitFor();
          const own = frame.getByRole("group", { name: "Signature, Ada, page 1" });
          const start = (await own.boundingBox()) ?? assert.fail("The field is not shown");
          await page.mouse.move(start.x + 10, start.y + 10);
          await page.mouse.down();
          await page.mouse.move(start.x + 70, start.y + 40, { steps: 4 });
          await page.mouse.up();
          const end = (await own.boundingBox()) ?? assert.fail("The field is not shown");
          assert.closeTo(end.x - start.x, 60, 2);
          assert.closeTo(end.y - start.y, 30, 2);
          await frame.getByLabel("Fields for").selectOption({ label: "Bob" });
          await frame.getByRole("button", { name: "Signature", exact: true }).press("Enter");
          const box = frame.getByRole("group", { name: "Signature, Bob, page 1" });
          await box.waitFor();
          const before = await box.evaluate((element) => element.style.left);
          for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowDown"]) await box.press(key);
          const after = await box.evaluate((element) => element.style.left);
          assert.closeTo(Number.parseFloat(after) - Number.parseFloat(before), 2, 0.1);
          await frame.getByRole("button", { name: "Date", exact: true }).press("Enter");
          const date = frame.getByRole("group", { name: "Date, Bob, page 1" });
          await date.press("Delete");
          await date.waitFor({ state: "detached" });

          await frame.getByLabel("View as").selectOption({ label: "Ada" });
          assert.strictEqual(await boxes(frame).filter({ visible: true }).count(), 1);
          await frame.getByLabel("View as").selectOption({ label: "All recipients" });
          await frame.getByText("Draft saved").waitFor();
        });
        const [child] = page.frames().slice(1);
        const issues = yield* Effect.promise(() => accessibilityIssuesIn(child!, [".sheet-text"]));
        assert.deepStrictEqual(issues, []);

        yield* Effect.promise(async () => {
          await frame.getByRole("button", { name: "Send", exact: true }).click();
          await frame.getByText("Send to 2 recipients?").waitFor();
          await frame.getByRole("button", { name: "Send now" }).click();
          await frame.getByRole("heading", { name: "Sent", exact: true }).waitFor();
        });
        const messages = yield* Effect.promise(() => heard(page));
        assert.deepStrictEqual(
          messages.map(({ type }) => type),
          ["paraph:ready", "paraph:sent"],
        );
        assert.deepStrictEqual(pageErrors, []);

        const list = yield* integrator.call("GET", `/v1/signatures?renderId=${renderId}`);
        const [request] = Schema.decodeUnknownSync(
          Schema.Struct({
            signatures: Schema.Array(
              Schema.Struct({
                id: Schema.String,
                message: Schema.String,
                signingOrder: Schema.String,
                recipients: Recipients,
              }),
            ),
          }),
        )(list.json).signatures;
        assert.deepInclude(messages[1], { signatureId: request!.id, renderId });
        assert.deepInclude(request, { message: "Please sign by Friday", signingOrder: "parallel" });
        for (const { id, email } of request!.recipients) {
          const name = email.startsWith("ada") ? "Ada" : "Bob";
          const path = `/v1/signatures/${request!.id}/recipients/${id}/signing-url`;
          target.address = String(fieldsOf(yield* integrator.call("POST", path, {}))["url"]);
          yield* Effect.promise(async () => {
            await page.goto(site.origin);
            await signAs(frame, name);
          });
        }
        const status = integrator
          .call("GET", `/v1/signatures/${request!.id}`)
          .pipe(Effect.map((response) => fieldsOf(response)["status"]));
        yield* eventually(status, (current) => current === "completed");
        const signed = yield* integrator.call("GET", `/v1/signatures/${request!.id}/download`);
        const file = path.join(folder, "signed.pdf");
        fs.writeFileSync(file, signed.bytes);
        const output = readWith("pdfsig", [file])?.output ?? "Signature is Valid";
        assert.include(output, "Signature is Valid");
      }),
    );

    it.effect("keeps the draft, and works at 360 pixels by tapping", () =>
      Effect.gen(function* () {
        const { site, open, target } = yield* framedContract;
        const { page, pageErrors } = yield* openPage({
          locale: "en-US",
          viewport: { width: 360, height: 740 },
          hasTouch: true,
          isMobile: true,
          colorScheme: "dark",
        });
        yield* Effect.promise(async () => {
          await page.goto(target.address);
          await page.locator(".layer").first().waitFor();
          await fillRecipient(page, 0, "Ada");
          await page.getByRole("button", { name: "Signature", exact: true }).tap();
          await page.getByText("Tap the place on the page.").waitFor();
          await page
            .locator(".layer")
            .first()
            .tap({ position: { x: 120, y: 200 } });
          await boxes(page).first().waitFor();
          await page.getByText("Draft saved").waitFor();
          assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 360);
        });
        const issues = yield* Effect.promise(() =>
          accessibilityIssuesIn(page.mainFrame(), [".sheet-text"]),
        );
        assert.deepStrictEqual(issues, []);
        // Another session continues the draft.
        yield* open;
        yield* Effect.promise(async () => {
          await page.goto("about:blank");
          await page.goto(target.address);
          await boxes(page).first().waitFor();
          assert.strictEqual(
            await recipientAt(page, 0).getByLabel("First name").inputValue(),
            "Ada",
          );
        });
        assert.deepStrictEqual(pageErrors, []);
        assert.isString(site.origin);
      }),
    );

    it.effect(
      "starts with the signing fields of the layout, and is framed by allowed pages only",
      () =>
        Effect.gen(function* () {
          const { integrator } = yield* framedContract;
          const box = (y: number) => ({ position: { x: 20, y }, width: 60, height: 12 });
          const schemas = [
            [
              { name: "buyer", type: "signature", role: "buyer", ...box(40) },
              { name: "seller", type: "signature", role: "seller", ...box(70) },
            ],
          ];
          const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
          const manifest = { variables: [], loops: [] };
          const layout = { basePdf, schemas };
          yield* integrator.call("PUT", "/v1/templates/letter", {
            name: "Letter",
            manifest,
            layout,
          });
          const render = yield* integrator.call("POST", "/v1/templates/letter/render", {
            data: {},
            options: { sync: true },
          });
          const renderId = String(fieldsOf(render)["id"]);
          const address = yield* sessionUrl(integrator, { scope: { mode: "send", renderId } });
          const { page } = yield* openPage({ locale: "en-US" });
          yield* Effect.promise(async () => {
            await page.goto(address);
            await boxes(page).nth(1).waitFor();
            assert.strictEqual(await boxes(page).count(), 2);
            assert.strictEqual(await page.locator(".recipient").count(), 2);
          });
          const other = yield* openSite(() => embeddingPage(address));
          const foreign = yield* openPage();
          yield* Effect.promise(async () => {
            const refusal = foreign.page.waitForEvent("console", (message) =>
              message.text().includes("frame-ancestors"),
            );
            await foreign.page.goto(other.origin);
            await refusal;
            assert.deepStrictEqual(await heard(foreign.page), []);
          });
        }),
    );
  });
});
