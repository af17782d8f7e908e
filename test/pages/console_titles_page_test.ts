import { assert, describe, layer } from "@effect/vitest";
import { RenderId } from "@paraph/core/values";
import { Effect, Layer } from "effect";

import { INVOICE, INVOICE_DATA } from "../../packages/http/_testing/api_client.ts";
import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { documentOf } from "../support/shared_document.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { fillProject, openConsole, settled } from "./console_project.ts";

const SLUG = "a-template-with-a-name-that-is-far-too-long-for-a-column";

/** A template with two versions, and objects with names that people read. */
const fillNamedProject = Effect.fnUntraced(function* (slug: string) {
  const { key } = yield* ApiServer;
  const call = (method: string, path: string, json: unknown) =>
    Effect.map(callAs(key, method, path, json), (response) => {
      assert.isBelow(response.status, 300, response.text);
      return String(fieldsOf(response)["id"]);
    });
  for (const description of ["First", "Second"])
    yield* call("PUT", `/v1/templates/${slug}`, {
      name: "Invoice",
      description,
      manifest: { ...INVOICE, variables: [...INVOICE.variables, { ...NOTE, label: description }] },
    });
  const render = yield* call("POST", `/v1/templates/${slug}/render`, { data: INVOICE_DATA });
  yield* succeedRender(RenderId.make(render), yield* Effect.promise(() => documentOf(1)), 1);
  const options = { filename: "march.pdf" };
  const named = yield* call("POST", `/v1/templates/${slug}/render`, {
    data: INVOICE_DATA,
    options,
  });
  yield* succeedRender(RenderId.make(named), yield* Effect.promise(() => documentOf(1)), 1);
  const share = yield* call("POST", `/v1/renders/${named}/shares`, {});
  const email = yield* call("POST", `/v1/renders/${named}/email`, { to: "ada@example.com" });
  const request = (...firstNames: ReadonlyArray<string>) =>
    call("POST", "/v1/signatures", {
      renderId: named,
      name: "Lease",
      recipients: firstNames.map((firstName) => ({
        firstName,
        lastName: "Lovelace",
        email: `${firstName.toLowerCase()}@example.com`,
      })),
      fields: firstNames.map((_, recipientIndex) => ({
        recipientIndex,
        type: "signature",
        page: 1,
        x: 10,
        y: 10 + 30 * recipientIndex,
      })),
    });
  const [one, two] = [yield* request("Ada"), yield* request("Ada", "Byron")];
  const webhook = yield* call("POST", "/v1/webhooks", { url: "https://hooks.test/paraph" });
  return { render, named, share, email, one, two, webhook };
});

const NOTE = { key: "note", dataType: "text", required: false } as const;

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The console's page of an object", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("has its name as heading and title, and a way back to the list", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { render, named, share, email, one, two, webhook } = yield* fillNamedProject(SLUG);
        const { page, pageErrors } = yield* openConsole(key);
        const expected = [
          [`templates/${SLUG}`, "Invoice", ["Templates"]],
          [`templates/${SLUG}/compare/1/2`, "Invoice · versions 1 and 2", ["Templates", "Invoice"]],
          [`renders/${named}`, "march.pdf", ["Renders"]],
          [`renders/${render}`, `${SLUG} · version 2`, ["Renders"]],
          [`shares/${named}/${share}`, "march.pdf · Anyone with the link", ["Shares"]],
          [`shares/${named}/${email}`, "march.pdf · ada@example.com", ["Shares"]],
          [`signatures/${one}`, "Lease · Ada Lovelace", ["Signatures"]],
          [`signatures/${two}`, "Lease · 2 signers", ["Signatures"]],
          [`webhooks/${webhook}`, "https://hooks.test/paraph", ["Webhooks"]],
        ] as const;
        yield* Effect.promise(async () => {
          const [base] = page.url().split("#");
          for (const [path, title, trail] of expected) {
            await page.goto(`${base}#/${path}`);
            await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
            assert.strictEqual(await page.title(), `${title} · Paraph`);
            const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
            assert.deepEqual(await breadcrumb.getByRole("link").allInnerTexts(), [...trail]);
            assert.deepEqual(await accessibilityIssues(page), [], path);
            await breadcrumb.getByRole("link").last().click();
            await page
              .getByRole("heading", { level: 1, name: trail.at(-1)!, exact: true })
              .waitFor();
          }
          // A list has no breadcrumb; nor does an unknown object rename its page.
          await page.goto(`${base}#/renders`);
          await page.getByRole("table", { name: "Renders" }).waitFor();
          assert.strictEqual(await page.title(), "Renders · Paraph");
          assert.isFalse(await page.getByRole("navigation", { name: "Breadcrumb" }).isVisible());
          await page.goto(`${base}#/templates/${SLUG}/compare/1/9`);
          await page.getByText("This template has no version 9.").waitFor();
          assert.strictEqual(await page.title(), "Templates · Paraph");
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("does not name the page that is shown when the object arrives late", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { failed } = yield* fillProject;
        const { page, pageErrors } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          let answer = () => {};
          const asked = new Promise<void>((resolve) => {
            void page.route(`**/v1/renders/${failed}`, async (route) => {
              const released = new Promise<void>((release) => (answer = release));
              resolve();
              await released;
              await route.continue();
            });
          });
          const [base] = page.url().split("#");
          await page.goto(`${base}#/renders/${failed}`);
          await asked;
          await page.goto(`${base}#/fonts`);
          const arrived = page.waitForResponse(`**/v1/renders/${failed}`);
          answer();
          await (await arrived).finished();
          await settled(page);
          assert.strictEqual(await page.title(), "Fonts · Paraph");
          await page.getByRole("heading", { level: 1, name: "Fonts" }).waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("says of something that does not exist what can be wrong", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { page, pageErrors } = yield* openConsole(key);
        const unknown = "0198c0de-0000-7000-8000-000000000000";
        yield* Effect.promise(async () => {
          for (const list of ["renders", "signatures", "webhooks", "templates"]) {
            await page.goto(`${page.url().split("#")[0]}#/${list}/${unknown}`);
            await page.getByRole("heading", { name: "Not found" }).waitFor();
            await page.getByText("It was deleted, it belongs to another project").waitFor();
            assert.strictEqual(await page.getByRole("button", { name: "Try again" }).count(), 0);
          }
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect.each([1280, 1024, 768, 360])(
      "is in a list that keeps a template and its version on one line, %i px wide",
      (width) =>
        Effect.gen(function* () {
          const { key } = yield* ApiServer;
          const slug = `${SLUG}-${width}`;
          const { render } = yield* fillNamedProject(slug);
          const { page } = yield* openConsole(key, { viewport: { width, height: 800 } });
          yield* Effect.promise(async () => {
            await page.goto(`${page.url().split("#")[0]}#/renders`);
            const row = page.locator("tr").filter({ has: page.locator(`a[href$="${render}"]`) });
            const cell = row.getByTitle(`${slug} · version 2`);
            await cell.waitFor();
            const { lines, cut, shown, overflow } = await cell.evaluate((element) => {
              const [name, version] = [...element.children];
              const end = version!.getBoundingClientRect();
              return {
                lines: element.getClientRects().length,
                cut: name!.scrollWidth > name!.clientWidth,
                shown: end.height <= element.getBoundingClientRect().height && end.width > 0,
                overflow: document.documentElement.scrollWidth - innerWidth,
              };
            });
            assert.deepEqual({ lines, cut, shown }, { lines: 1, cut: true, shown: true });
            assert.isAtMost(overflow, 0);
            const height = await cell.evaluate((element) => element.clientHeight);
            assert.isBelow(height, 30);
          });
        }),
    );
  });
});
