import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer, Schema } from "effect";
import type { Page } from "playwright-core";

import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { contractPdf, contractRender } from "../../packages/http/_testing/contract_document.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";
import { MARKUP, openConsole } from "./console_project.ts";

const PHONE = { width: 360, height: 740 };

const requests = Schema.decodeUnknownSync(
  Schema.Struct({ signatures: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) }),
);

const noIssues = async (page: Page) =>
  assert.deepStrictEqual(await accessibilityIssuesIn(page.mainFrame(), [".sheet-text"]), []);

const fits = async (page: Page, width: number) =>
  assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width);

/** Places a signature field of the chosen recipient with the keyboard. */
const placeSignature = (page: Page) =>
  page.getByRole("button", { name: "Signature", exact: true }).press("Enter");

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Sending from the console", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("sends a render with steps, access codes, reminders and a language", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { id } = yield* contractRender;
        const { page, pageErrors } = yield* openConsole(key, {
          viewport: { width: 1200, height: 900 },
        });
        yield* Effect.promise(async () => {
          await page.goto(`${page.url().split("#")[0]}#/renders/${id}`);
          await page.getByRole("link", { name: "Send for signature" }).click();
          await page.locator(".layer").first().waitFor();
          const [ada, bob] = [0, 1].map((index) => page.locator(".recipient").nth(index));
          await page.getByRole("button", { name: "Add recipient" }).click();
          await page.getByLabel("Order", { exact: true }).selectOption("steps");
          for (const [card, name] of [
            [ada!, "Ada"],
            [bob!, MARKUP],
          ] as const) {
            await card.getByLabel("First name").fill(name);
            await card.getByLabel("Email").fill("ada@example.com");
          }
          await bob!.getByLabel("Email").fill("bob@example.com");
          await bob!.getByLabel("Step").fill("1.5");
          await ada!.getByText("Security and language").click();
          await ada!.getByLabel("Authentication").selectOption("access_code");
          await ada!.getByLabel("Language").selectOption("de");
          await page.getByText("More options").click();
          await page.getByRole("checkbox", { name: "Send reminders" }).check();
          await page.getByLabel("First after (days)").fill("2");
          await page.getByLabel("At most").fill("11");
          await page.getByRole("checkbox", { name: "Recipients may name another person" }).check();
          await page.getByLabel("Page after signing").fill("javascript:alert(1)");
          await page
            .getByRole("region", { name: "Message and deadline" })
            .getByLabel("Language")
            .selectOption("fr");
          await page.getByLabel("Name of the request").fill(MARKUP);
          await page.getByLabel("Fields for").selectOption({ label: "Ada" });
          await placeSignature(page);
          await page.getByLabel("Label").fill("Your signature");
          await page.getByLabel("Fields for").selectOption({ label: MARKUP });
          await placeSignature(page);
          await page.getByRole("button", { name: "Choice", exact: true }).press("Enter");
          await noIssues(page);

          await page.getByRole("button", { name: "Send", exact: true }).click();
          await page.getByText("Enter an access code of 4 to 32 characters.").waitFor();
          await page.getByText("Enter a whole number from 1.").waitFor();
          await page.getByText("Enter 1 to 30 days and 1 to 10 reminders.").waitFor();
          await page.getByText("Enter a URL that starts with https://.").waitFor();
          await page.getByText("Check the marked fields.").waitFor();
          await ada!.getByLabel("Access code").fill("open sesame");
          await bob!.getByLabel("Step").fill("1");
          await page.getByLabel("At most").fill("2");
          await page.getByLabel("Page after signing").fill("https://acme.example/done");
          await page.locator(".box.is-dropdown").focus();
          await page.getByLabel("Choices").fill("Yes\nNo");
          await page.getByText("Draft saved").waitFor();
          await page.getByRole("button", { name: "Send", exact: true }).click();
          await page.getByRole("dialog").getByText("Access code").waitFor();
          await noIssues(page);
          await page.getByRole("button", { name: "Send now" }).click();
          await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
          await noIssues(page);
          await page.getByRole("link", { name: "Open the request" }).click();
          await page.getByRole("table", { name: "Audit trail" }).waitFor();
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        const [request, ...others] = requests(
          (yield* callAs(key, "GET", `/v1/signatures?renderId=${id}`)).json,
        ).signatures;
        assert.isEmpty(others);
        assert.deepInclude(request, {
          name: MARKUP,
          language: "fr",
          reminders: { afterDays: 2, everyDays: 3, max: 2 },
          redirectUrl: "https://acme.example/done",
          allowDelegation: true,
        });
        const people = JSON.stringify(request?.["recipients"]);
        assert.include(people, '"authentication":{"method":"access_code"}');
        assert.include(people, '"language":"de"');
        assert.lengthOf(people.match(/"step":1/gu) ?? [], 2);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("uploads a PDF on a phone, keeps a draft that the console lists and deletes", () =>
      Effect.gen(function* () {
        const { accountKey, project } = yield* ApiServer;
        const buffer = Buffer.from(yield* contractPdf);
        for (const colorScheme of ["light", "dark"] as const) {
          const { page, pageErrors } = yield* openConsole(accountKey, {
            viewport: PHONE,
            hasTouch: true,
            isMobile: true,
            colorScheme,
          });
          yield* Effect.promise(async () => {
            await page.getByRole("combobox", { name: "Project" }).selectOption(project);
            await page.getByRole("link", { name: "Signatures", exact: true }).click();
            await page.getByRole("button", { name: "Upload and send a PDF" }).click();
            const dialog = page.getByRole("dialog");
            await dialog.getByRole("button", { name: "Prepare" }).click();
            await dialog.getByText("Choose a file.").waitFor();
            const file = (content: Buffer) => ({
              name: "Lease.pdf",
              mimeType: "application/pdf",
              buffer: content,
            });
            await dialog.getByLabel("PDF file").setInputFiles(file(Buffer.from("no PDF")));
            await dialog.getByRole("button", { name: "Prepare" }).click();
            await dialog.getByText("data: ").waitFor();
            await dialog.getByLabel("PDF file").setInputFiles(file(buffer));
            await dialog.getByRole("button", { name: "Prepare" }).click();
            await page.locator(".layer").first().waitFor();
            const name = page.getByLabel("Name of the request");
            assert.strictEqual(await name.inputValue(), "Lease");
            await name.fill(`${MARKUP} ${colorScheme}`);
            await page.getByLabel("Email").fill("ada@example.com");
            await page.getByText("Security and language").click();
            await page.getByText("More options").click();
            await page.getByRole("checkbox", { name: "Send reminders" }).check();
            await page.getByText("Draft saved").waitFor();
            await fits(page, PHONE.width);
            await noIssues(page);

            await page.getByRole("link", { name: "Back to the console" }).click();
            const drafts = page.getByRole("table", { name: "Drafts" });
            await drafts.getByText("ada@example.com").first().waitFor();
            await drafts.getByRole("link", { name: `${MARKUP} ${colorScheme}` }).click();
            await page.locator(".layer").first().waitFor();
            assert.strictEqual(await page.getByLabel("Email").inputValue(), "ada@example.com");
            await page.getByRole("link", { name: "Back to the console" }).click();
            const row = drafts.getByRole("row", { name: colorScheme });
            await row.getByRole("button", { name: "Delete" }).click();
            await fits(page, PHONE.width);
            await noIssues(page);
            await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
            await row.waitFor({ state: "detached" });
            assert.isUndefined(await page.evaluate("globalThis.hasRun"));
          });
          assert.deepEqual(pageErrors, []);
        }
      }),
    );

    it.effect("asks for the project of an account with several", () =>
      Effect.gen(function* () {
        const { accountKey, port } = yield* ApiServer;
        const { id } = yield* contractRender;
        const others = yield* callAs(accountKey, "POST", "/v1/projects", { name: MARKUP });
        assert.strictEqual(others.status, 201, others.text);
        const { page, pageErrors } = yield* openConsole(accountKey, { viewport: PHONE });
        yield* Effect.promise(async () => {
          await page.goto(`http://127.0.0.1:${port}/console/send#render=${id}`);
          await page.getByRole("heading", { name: "Choose a project" }).waitFor();
          await page.getByRole("link", { name: MARKUP }).first().waitFor();
          await fits(page, PHONE.width);
          await noIssues(page);
          await page.getByRole("link", { name: "Invoices" }).click();
          await page.locator(".layer").first().waitFor();
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
          await page.getByRole("button", { name: "Send", exact: true }).click();
          await page.getByText("Enter a first name.").waitFor();
          await page.getByText("Check the marked fields.").waitFor();
          // A problem below one of two fields in a row does not move the other.
          const [first, last] = await Promise.all(
            ["First name", "Last name"].map((label) => page.getByLabel(label).boundingBox()),
          );
          assert.deepStrictEqual([first?.y, first?.height], [last?.y, last?.height]);
          // The builder opens in a project too.
          await page.goto(`http://127.0.0.1:${port}/console/builder`);
          await page.getByText("The URL names no project.").waitFor();
          await page.getByRole("button", { name: "Open the console" }).click();
          await page.getByRole("heading", { name: "Templates", exact: true }).waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("needs a session, and opens nothing of other projects", () =>
      Effect.gen(function* () {
        const { key, otherKey, port } = yield* ApiServer;
        const { id } = yield* contractRender;
        const base = `http://127.0.0.1:${port}/console/send`;
        const { page: stranger } = yield* openPage({ locale: "de-DE" });
        yield* Effect.promise(async () => {
          await stranger.goto(`${base}#render=${id}`);
          await stranger.getByRole("heading", { name: "Diese Sitzung ist beendet" }).waitFor();
          await stranger.getByRole("link", { name: "Zurück zur Konsole" }).last().click();
          await stranger.getByRole("heading", { name: "Sign in to Paraph" }).waitFor();
        });
        const request = { renderId: id, recipients: [{ email: "secret@example.com" }] };
        const draft = yield* callAs(key, "POST", "/v1/signature-drafts", { request });
        const { page } = yield* openConsole(otherKey);
        const targets = [`render=${id}`, `draft=${String(fieldsOf(draft)["id"])}`, "render=x"];
        for (const target of targets)
          yield* Effect.promise(async () => {
            await page.goto("about:blank");
            await page.goto(`${base}#${target}`);
            await page.getByRole("heading", { name: "The document doesn’t exist" }).waitFor();
            assert.notInclude(await page.content(), "secret@example.com");
          });
        yield* Effect.promise(async () => {
          await page.goto(base);
          await page.getByRole("heading", { name: "Choose a document" }).waitFor();
          await noIssues(page);
          await page.getByRole("link", { name: "Choose a document" }).click();
          await page.getByRole("heading", { name: "Renders", exact: true }).waitFor();
        });
        const cookies = yield* Effect.promise(() => page.context().cookies());
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
        const attacks = [
          { origin: `http://127.0.0.1:${port}` },
          { origin: "https://attacker.example" },
          { origin: `http://127.0.0.1:${port}`, "x-csrf-token": "wrong" },
        ];
        for (const headers of attacks) {
          const response = yield* send(port, {
            method: "POST",
            path: "/v1/signature-drafts",
            headers: { cookie, ...headers },
            body: JSON.stringify({ request: { renderId: id } }),
          });
          assert.strictEqual(response.status, 401, response.text);
        }
        const { headers } = yield* send(port, { path: "/console/send" });
        assert.strictEqual(headers["x-frame-options"], "DENY");
        assert.include(headers["content-security-policy"], "frame-ancestors 'none'");
      }),
    );
  });
});
