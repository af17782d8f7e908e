import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { submitInvoice } from "../../packages/http/_testing/api_client.ts";
import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { documentOf } from "../support/shared_document.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { fillProject, MARKUP, openConsole, sections, settled } from "./console_project.ts";

const FONT = "node_modules/@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf";
const PHONE = { width: 360, height: 740 };

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The console", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("signs in with a link, which leaves the history, and signs out", () =>
      Effect.gen(function* () {
        const { key, port } = yield* ApiServer;
        const { page, pageErrors } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          assert.notInclude(page.url(), "link=");
          assert.isEmpty(await page.evaluate<string>("document.cookie"));
          await page.getByRole("button", { name: "Sign out" }).click();
          await page.getByRole("heading", { name: "Sign in to Paraph" }).waitFor();
          await page.goto(`http://127.0.0.1:${port}/console#link=used`);
          await page.getByText("The sign-in link is unknown, used or expired").waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("signs in with a key, and says what is wrong with it", () =>
      Effect.gen(function* () {
        const { key, port } = yield* ApiServer;
        const { page, pageErrors } = yield* openPage({ viewport: PHONE });
        yield* Effect.promise(async () => {
          await page.goto(`http://127.0.0.1:${port}/console`);
          assert.lengthOf(await page.locator(".is-first").all(), 1);
          const input = page.getByLabel("Project key or account key");
          await input.fill("secret");
          await page.getByRole("button", { name: "Sign in" }).click();
          await page.getByText("Enter a key that starts with svc_").waitFor();
          await input.fill(`${key.slice(0, -1)}!`);
          await page.getByRole("button", { name: "Sign in" }).click();
          await page.getByText("The API key is unknown or revoked").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await input.fill(key);
          await input.press("Enter");
          await page.getByRole("heading", { name: "Overview" }).waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("walks every page with a project's data, which runs nothing", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { succeeded, failed, request, webhook } = yield* fillProject;
        const { page, pageErrors } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          const open = async (section: string, link?: string) => {
            await sections(page).getByRole("link", { name: section, exact: true }).click();
            await page.getByRole("heading", { name: section, level: 1 }).waitFor();
            if (link !== undefined) await page.getByRole("link", { name: link }).first().click();
            await settled(page);
          };
          await page.getByText("A fault of a test").waitFor();
          await open("Templates", MARKUP);
          await page.getByText("customer.name", { exact: true }).waitFor();
          await page.getByRole("img", { name: "Its first page" }).waitFor();
          const samples = page.getByLabel("Code", { exact: true });
          await samples.getByText('/v1/templates/console/render"').waitFor();
          await page.getByLabel("Language").selectOption("Node.js");
          await samples.getByText('renders.submit("console"').waitFor();
          await page.getByRole("button", { name: "Try with sample data" }).click();
          const dialog = page.getByRole("dialog");
          const data = await dialog.getByLabel("Data").inputValue();
          await dialog.getByLabel("Data").fill("nonsense");
          await dialog.getByRole("button", { name: "Render" }).click();
          await dialog.getByText("data: Expected").waitFor();
          await dialog.getByLabel("Data").fill(data);
          await dialog.getByRole("button", { name: "Render" }).click();
          await page.getByText("queued", { exact: true }).waitFor();

          await open("Renders");
          await page.getByLabel("Filter by status").selectOption("failed");
          await settled(page);
          assert.strictEqual(await page.locator("tbody tr").count(), 1);
          await page.getByLabel("Search by ID or file name").fill(succeeded);
          await page.locator(`a[href="#/renders/${succeeded}"]`).click();
          await page.getByRole("group", { name: "Page 1 of 3" }).getByText("Chapter 1").waitFor();
          await page.getByRole("button", { name: "Create share link" }).click();
          await page.getByLabel("Message to the viewer").fill(MARKUP);
          await page.getByRole("dialog").getByRole("button", { name: "Create share link" }).click();
          const link = page.getByRole("dialog").getByLabel("Share link");
          assert.match(await link.inputValue(), /\/share\/shr_/u);
          await page.getByRole("button", { name: "Close" }).click();
          await page.getByText("share created").waitFor();
          await page.getByRole("button", { name: "Revoke" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
          await page.getByText("share revoked").waitFor();

          await open("Shares");
          await page.getByLabel("Filter by status").selectOption("revoked");
          await settled(page);
          await page.locator('a[href^="#/shares/"]').first().click();
          const timeline = page.getByRole("region", { name: "Timeline" });
          await timeline.getByText("Link revoked").waitFor();
          await timeline.getByText("Link created").waitFor();
          await page.getByRole("button", { name: "Send by email" }).click();
          await page.getByLabel("Email address").fill("nobody");
          await page.getByRole("dialog").getByRole("button", { name: "Send by email" }).click();
          await page.getByRole("dialog").getByText("to: ").waitFor();
          await page.getByLabel("Email address").fill("ada@example.com");
          await page.getByRole("dialog").getByRole("button", { name: "Send by email" }).click();
          await page.getByText("The email was sent.").waitFor();
          await timeline.getByText("Email sent").waitFor();
          await page.getByRole("button", { name: "Revoke" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
          await page.getByText("The link was revoked.").waitFor();

          await open("Signatures", MARKUP);
          await page.getByText("ada@example.com").first().waitFor();
          await page.getByRole("button", { name: "Send reminder" }).click();
          await page.getByText(/^(Reminders sent: 1|No reminder was sent)/u).waitFor();
          await page.getByRole("button", { name: "Correct" }).click();
          const correction = page.getByRole("dialog", { name: "Correct this recipient?" });
          await correction.getByLabel("Email address").fill("ada@example.org");
          await correction.getByLabel("Phone number").fill("+491709876543");
          await correction.getByRole("button", { name: "Correct" }).click();
          await correction.locator("[aria-invalid=true]").waitFor();
          await correction.getByLabel("Reason").fill(MARKUP);
          await correction.getByRole("button", { name: "Correct" }).click();
          await page.getByText("The recipient was corrected.").waitFor();
          await page.getByText("ada@example.org").first().waitFor();
          const changed = page.getByRole("row", { name: "recipient changed" });
          await changed.getByRole("button", { name: "Details" }).click();
          await page.getByRole("dialog").getByText("+491709876543").waitFor();
          await page.getByRole("button", { name: "Close" }).click();
          await page.getByRole("button", { name: "Change the expiry" }).click();
          await page.getByRole("dialog").getByLabel("Expires").fill("2020-01-01T00:00");
          await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
          await page.getByRole("dialog").getByText("Is in the past").waitFor();
          await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
          const trail = page.getByRole("table", { name: "Audit trail" });
          await trail.getByText("recipient changed").first().waitFor();
          await trail.getByRole("button", { name: "Details" }).first().click();
          await page.getByRole("dialog", { name: "sent" }).getByText("consentSha256").waitFor();
          await page.getByRole("button", { name: "Close" }).click();
          await page.getByRole("button", { name: "Cancel request" }).click();
          await page.getByRole("dialog").getByLabel("Reason").fill(MARKUP);
          await page.getByRole("dialog").getByRole("button", { name: "Cancel request" }).click();
          await page.getByText("The request was cancelled.").waitFor();
          await page.getByText("cancelled", { exact: true }).first().waitFor();
          assert.include(page.url(), request);

          await open("Webhooks", "https://hooks.test");
          await page.getByRole("button", { name: "Send test event" }).click();
          await page.getByText("webhook.ping").waitFor();
          await page.getByRole("button", { name: "Replay" }).first().click();
          await page.getByText("The delivery is queued again.").waitFor();
          await page.getByRole("button", { name: "Disable" }).click();
          await page.getByRole("button", { name: "Enable" }).waitFor();
          assert.include(page.url(), webhook);

          await open("Events");
          await page.getByLabel("Filter by type").fill("signature.cancelled");
          await page.getByRole("button", { name: "Payload" }).click();
          await page.getByRole("dialog").getByText(request).waitFor();
          await page.getByRole("button", { name: "Close" }).click();

          await open("Fonts");
          await page.getByRole("button", { name: "Add font" }).click();
          const fontDialog = page.getByRole("dialog");
          await fontDialog.getByRole("button", { name: "Add font" }).click();
          await fontDialog.getByText("Choose a file.").waitFor();
          await fontDialog.getByLabel("File").setInputFiles(FONT);
          await fontDialog.getByLabel("Name").fill("Letter head");
          await fontDialog.getByRole("button", { name: "Add font" }).click();
          await page.getByRole("cell", { name: "Roboto" }).waitFor();
          await page.getByRole("button", { name: "Delete" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
          await page.getByText("No fonts of this project").waitFor();

          await open("Usage");
          await page.getByRole("img", { name: /^Renders by day: [1-9]/u }).waitFor();
          await page.getByLabel("Period").selectOption("7");
          await settled(page);
          await page.getByText("Figures of each day").first().click();
          const figures = page.getByRole("table", { name: "Figures of each day" });
          await figures.waitFor();
          assert.strictEqual(await figures.locator("tbody tr").count(), 7);
          const [csv] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("button", { name: "Download CSV" }).click(),
          ]);
          assert.match(csv.suggestedFilename(), /^usage-.+\.csv$/u);

          await open("Keys");
          await page.getByText("Keys need an account session").waitFor();
          await page.goto(`${page.url().split("#")[0]}#/renders/${failed}`);
          await page.getByText("A fault of a test").waitFor();
          await page.getByRole("button", { name: "Erase" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
          await page.getByText("The render was erased.").waitFor();
          await settled(page);
          assert.strictEqual(await page.locator(`a[href="#/renders/${failed}"]`).count(), 0);
          assert.strictEqual(await page.locator("main img, main iframe").count(), 0);
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("creates and revokes keys, shows a key once, and ends when its key is revoked", () =>
      Effect.gen(function* () {
        const { accountKey, project } = yield* ApiServer;
        const { page, pageErrors } = yield* openConsole(accountKey);
        const text = yield* Effect.promise(async () => {
          await page.getByRole("combobox", { name: "Project" }).selectOption(project);
          await page.getByRole("link", { name: "Keys" }).click();
          await page.getByRole("button", { name: "Create key" }).click();
          await page.getByLabel("Name", { exact: true }).fill(MARKUP);
          await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
          const secret = page.getByRole("dialog").getByLabel("Store it now");
          await secret.waitFor();
          const value = await secret.inputValue();
          await page.getByRole("button", { name: "Close" }).click();
          return value;
        });
        const { page: session } = yield* openConsole(text);
        yield* Effect.promise(async () => {
          const row = page.getByRole("row", { name: "<img" });
          await row.getByRole("button", { name: "Revoke" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
          await page.getByText("The key was revoked.").waitFor();
          assert.notInclude(await page.content(), text);
          await session.getByRole("link", { name: "Templates", exact: true }).click();
          await session.getByText("Your session has ended. Sign in again.").waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("changes the branding of a project, with a preview of the logo", () =>
      Effect.gen(function* () {
        const { accountKey, project } = yield* ApiServer;
        const { page, pageErrors } = yield* openConsole(accountKey);
        yield* Effect.promise(async () => {
          await page.getByRole("combobox", { name: "Project" }).selectOption(project);
          await page.getByRole("link", { name: "Branding" }).click();
          await page.getByLabel("Name", { exact: true }).fill("Acme & Søn");
          await page.getByLabel("Color").fill("green");
          await page.getByLabel("Language").selectOption("Deutsch");
          const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';
          const file = (content: string) => ({
            name: "logo.svg",
            mimeType: "image/svg+xml",
            buffer: Buffer.from(content),
          });
          await page.getByLabel("Logo", { exact: true }).setInputFiles(file(svg));
          await page.getByRole("button", { name: "Save" }).click();
          await page.getByText("branding.primaryColor: Expected a color").waitFor();
          await page.getByText("must not have the element <script>").waitFor();
          await page.getByLabel("Color").fill("#0b6e4f");
          const safe = svg.replace("<script/>", '<path d="M0 0h8v8H0z"/>');
          await page.getByLabel("Logo", { exact: true }).setInputFiles(file(safe));
          await page.getByRole("img", { name: "Preview of the logo" }).waitFor();
          await page.getByRole("button", { name: "Save" }).click();
          await page.getByText("The branding was saved.").waitFor();
        });
        const stored = yield* callAs(accountKey, "GET", `/v1/projects/${project}`);
        assert.include(stored.text, '"name":"Acme & Søn"');
        assert.include(stored.text, '"language":"de"');
        assert.include(stored.text, "/logos/");
        yield* Effect.promise(async () => {
          await page.reload();
          await page.getByRole("button", { name: "Remove the logo" }).click();
          await page.getByText("No logo").waitFor();
          await page.getByLabel("Name", { exact: true }).fill("");
          await page.getByLabel("Language").selectOption("English");
          await page.getByRole("button", { name: "Save" }).click();
          await page.getByText("The branding was saved.").waitFor();
        });
        const removed = yield* callAs(accountKey, "GET", `/v1/projects/${project}`);
        assert.include(removed.text, '"logoUrl":null');
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("can be used with the keyboard", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { page } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          await page.keyboard.press("Tab");
          assert.strictEqual(await focusedText(page), "Skip to the content");
          await page.getByRole("link", { name: "Webhooks", exact: true }).focus();
          await page.keyboard.press("Enter");
          await page.getByRole("button", { name: "Create webhook" }).focus();
          await page.keyboard.press("Enter");
          await page.keyboard.type("ftp://nowhere");
          await page.keyboard.press("Enter");
          await page.getByText("Expected an http or https URL").waitFor();
          await page.keyboard.press("Escape");
          await page.getByRole("dialog").waitFor({ state: "detached" });
          assert.strictEqual(await focusedText(page), "Create webhook");
        });
      }),
    );

    const DEVICES = { phone: PHONE, desktop: { width: 1200, height: 800 } } as const;
    it.effect.each([
      ["phone", "light"],
      ["phone", "dark"],
      ["desktop", "light"],
      ["desktop", "dark"],
    ] as const)(
      "is accessible and fits a %s on every page, with %s colors",
      ([device, colorScheme]) =>
        Effect.gen(function* () {
          const viewport = DEVICES[device];
          const { accountKey, project } = yield* ApiServer;
          const slug = `pages-${device}-${colorScheme}`;
          const { id } = yield* submitInvoice(slug);
          yield* succeedRender(id, yield* Effect.promise(() => documentOf(1)));
          const { page, pageErrors } = yield* openConsole(accountKey, { viewport, colorScheme });
          yield* Effect.promise(async () => {
            await page.getByRole("combobox", { name: "Project" }).selectOption(project);
            const [base] = page.url().split("#");
            for (const path of [
              ...SECTIONS,
              "kit",
              `templates/${slug}`,
              `renders/${id}`,
              "nothing",
            ]) {
              await page.goto(`${base}#/${path}`);
              await settled(page);
              await page.evaluate(
                `document.querySelectorAll("details").forEach((one) => (one.open = true))`,
              );
              await settled(page);
              const width = await page.evaluate<number>("document.documentElement.scrollWidth");
              assert.isAtMost(width, viewport.width, path);
              assert.deepEqual(await accessibilityIssues(page), [], path);
            }
            await page.getByRole("link", { name: "Keys" }).click();
            await page.getByRole("button", { name: "Create key" }).click();
            assert.deepEqual(await accessibilityIssues(page), [], "dialog");
          });
          assert.deepEqual(pageErrors, []);
        }),
    );

    it.effect("loads at most 250 kB of script", () =>
      Effect.gen(function* () {
        const { key, port } = yield* ApiServer;
        const { page } = yield* openConsole(key);
        const scripts = yield* Effect.promise(() =>
          page.evaluate<ReadonlyArray<string>>(
            `performance.getEntriesByType("resource").map(({ name }) => name)
              .filter((name) => name.endsWith(".js")).map((name) => new URL(name).pathname)`,
          ),
        );
        assert.isNotEmpty(scripts);
        const headers = { "accept-encoding": "br" };
        const sizes = yield* Effect.forEach(scripts, (path) =>
          Effect.map(send(port, { path, headers }), ({ bytes }) => bytes.length),
        );
        assert.isBelow(
          sizes.reduce((sum, size) => sum + size, 0),
          250_000,
        );
      }),
    );
  });
});

const SECTIONS = [
  "overview",
  "templates",
  "renders",
  "shares",
  "signatures",
  "webhooks",
  "events",
  "usage",
  "fonts",
  "branding",
  "keys",
];

const focusedText = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
