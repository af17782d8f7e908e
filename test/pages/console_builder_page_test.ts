import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { inviteMember } from "../../packages/http/_testing/console_visit.ts";
import { callAs, greeting } from "../../packages/http/_testing/embedding.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { MARKUP, openConsole } from "./console_project.ts";

const SLUG = "designed";

/** Publishes a template whose texts are markup. */
const publishTemplate = Effect.gen(function* () {
  const { key } = yield* ApiServer;
  const response = yield* callAs(key, "PUT", `/v1/templates/${SLUG}`, {
    name: MARKUP,
    layout: greeting(`${MARKUP} {customer.name}`),
    manifest: { variables: [{ key: "customer.name", label: MARKUP, dataType: "text" }], loops: [] },
  });
  assert.isBelow(response.status, 300, response.text);
});

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The builder in the console", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("opens a template, saves and publishes it, and goes back to its page", () =>
      Effect.gen(function* () {
        const { accountKey, project } = yield* ApiServer;
        yield* publishTemplate;
        const { page, pageErrors } = yield* openConsole(accountKey, {
          viewport: { width: 1280, height: 800 },
        });
        yield* Effect.promise(async () => {
          await page.getByRole("combobox", { name: "Project" }).selectOption(project);
          await page.getByRole("link", { name: "Templates", exact: true }).click();
          await page.getByRole("link", { name: MARKUP }).click();
          await page.getByRole("link", { name: "Open in the builder" }).click();
          await page.locator(".topbar:not([aria-hidden])").waitFor();
          const name = page.getByLabel("Name of the template");
          assert.strictEqual(await name.inputValue(), MARKUP);
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.setViewportSize({ width: 360, height: 740 });
          await page.getByText("The builder needs a wider window.").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.setViewportSize({ width: 1280, height: 800 });
          await name.fill("Letter to customers");
          await name.press("Enter");
          await page.getByRole("button", { name: "Publish" }).click();
          await page.getByText("Version 2 is published").waitFor();
          await page.reload();
          await page.locator(".topbar:not([aria-hidden])").waitFor();
          assert.strictEqual(await name.inputValue(), "Letter to customers");
          await page.getByRole("button", { name: "Close" }).click();
          await page.getByRole("button", { name: "Try with sample data" }).waitFor();
          assert.include(page.url(), `/console#/templates/${SLUG}`);
          await page.getByRole("heading", { name: "Letter to customers", level: 1 }).waitFor();
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("creates a template, which a reload opens again, and deletes it", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { page, pageErrors } = yield* openConsole(key, {
          viewport: { width: 1280, height: 800 },
        });
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "Templates", exact: true }).click();
          await page.getByRole("link", { name: "New template" }).click();
          await page.locator(".topbar:not([aria-hidden])").waitFor();
          const name = page.getByLabel("Name of the template");
          await name.fill("New letter");
          await name.press("Enter");
          await page.getByRole("button", { name: "Save" }).click();
          await page.getByText("All changes saved").waitFor();
          assert.match(page.url(), /template=[\w-]{36}&slug=new-letter/u);
          await page.reload();
          await page.locator(".topbar:not([aria-hidden])").waitFor();
          assert.strictEqual(await name.inputValue(), "New letter");
          await page.getByRole("button", { name: "More actions" }).click();
          await page.getByRole("menuitem", { name: "Delete template…" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
          await page.getByRole("heading", { name: "Templates" }).waitFor();
          assert.match(page.url(), /#\/templates$/u);
          assert.strictEqual(await page.getByText("New letter").count(), 0);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("shows the language of the project, which documents get by default", () =>
      Effect.gen(function* () {
        const { accountKey, key, project } = yield* ApiServer;
        yield* callAs(accountKey, "PATCH", `/v1/projects/${project}`, { language: "de" });
        for (const credential of [accountKey, key]) {
          const { page, pageErrors } = yield* openConsole(credential, {
            viewport: { width: 1280, height: 800 },
          });
          yield* Effect.promise(async () => {
            if (credential === accountKey)
              await page.getByRole("combobox", { name: "Project" }).selectOption(project);
            await page.getByRole("link", { name: "Templates", exact: true }).click();
            await page.getByRole("link", { name: "New template" }).click();
            await page.getByRole("tab", { name: "Document" }).click();
            const language = page.getByLabel("Language", { exact: true });
            const chosen = language.locator("option:checked");
            assert.strictEqual(await chosen.textContent(), "From the project: German (de)");
          });
          assert.deepEqual(pageErrors, []);
        }
      }),
    );

    it.effect("offers viewers nothing to change, and asks visitors to sign in", () =>
      Effect.gen(function* () {
        const { accountKey, project, port } = yield* ApiServer;
        yield* publishTemplate;
        const { link } = yield* inviteMember(accountKey, "vic@builder.test", "viewer");
        const { page } = yield* openPage({ viewport: { width: 1280, height: 800 } });
        yield* Effect.promise(async () => {
          const base = `http://127.0.0.1:${port}/console`;
          await page.goto(`${base}/builder`);
          await page.getByRole("button", { name: "Open the console" }).click();
          await page.getByRole("heading", { name: "Sign in to Paraph" }).waitFor();
          await page.goto("about:blank");
          await page.goto(`${base}#link=${link}`);
          await page.getByRole("combobox", { name: "Project" }).selectOption(project);
          await page.goto(`${base}#/templates/${SLUG}`);
          await page.getByText("customer.name", { exact: true }).waitFor();
          const open = page.getByRole("link", { name: "Open in the builder", includeHidden: true });
          assert.isFalse(await open.isVisible());
          const url = await open.getAttribute("href");
          await page.goto(new URL(url ?? "", page.url()).href);
          await page.getByText("View only").waitFor();
          for (const name of ["Save", "Publish", "Preview", "More actions"])
            assert.strictEqual(await page.getByRole("button", { name }).count(), 0, name);
        });
      }),
    );
  });
});
