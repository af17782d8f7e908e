import { assert, describe, layer } from "@effect/vitest";
import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";
import type { Page } from "playwright-core";

import { startIntegratorApp } from "../../examples/embed/partner_app.ts";
import { ADMIN_KEY } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { newIntegrator, publishForm, serverWithWorker } from "../support/embed_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { rendersOf } from "./form_visit.ts";

const MANIFEST = {
  variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
  loops: [],
};

/** The signature requests of a project. */
const Sent = Schema.Struct({
  signatures: Schema.Array(
    Schema.Struct({ recipients: Schema.Array(Schema.Struct({ status: Schema.String })) }),
  ),
});

/** The example app of an integrator, which stops with the scope. */
const appWith = Effect.fnUntraced(function* (access: { apiKey: string } | { adminKey: string }) {
  const { base: paraphUrl, embed: embedUrl } = yield* PublicUrls;
  return yield* Effect.acquireRelease(
    Effect.promise(() => startIntegratorApp({ paraphUrl, embedUrl, port: 0, ...access })),
    ({ close }) => Effect.sync(close),
  );
});

/** A page of the app with the form of a template; `changes` applies only to the page's session. */
const openInApp = Effect.fnUntraced(function* (
  changes: (session: AppSession) => AppSession = (same) => same,
) {
  const integrator = yield* newIntegrator;
  const template = yield* publishForm(integrator, MANIFEST);
  const { origin } = yield* appWith({ apiKey: integrator.key });
  yield* integrator.allow(origin);
  const visit = yield* openPage({ locale: "en-US" });
  const { page } = visit;
  const renewals: Array<string> = [];
  yield* Effect.promise(async () => {
    page.on("request", (request) => {
      if (request.url().endsWith("/renew")) renewals.push(request.method());
    });
    await page.route(`${origin}/sessions?*`, async (route) => {
      const response = await route.fetch();
      const session: AppSession = await response.json();
      await route.fulfill({ response, json: changes(session) });
    });
    await page.goto(`${origin}/?mode=fill&template=${template}`);
    await page.getByText("Ready to fill.").waitFor();
  });
  return { ...visit, partner: integrator, renewals };
});

/** A session that the app passes to its page. */
interface AppSession {
  readonly iframe_url: string;
  readonly expires_at: string;
}

/** The token of the embedded page. */
const tokenOf = (page: Page) => new URL(page.frames()[1]?.url() ?? "").hash;

async function submitForm(page: Page): Promise<void> {
  const frame = page.frameLocator("iframe");
  await frame.getByRole("textbox", { name: "Name" }).fill("Ada");
  await frame.getByRole("button", { name: "Submit" }).click();
  await frame.getByRole("heading", { name: "Your document is ready" }).waitFor();
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Paraph embedded in an integrator's page", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("submits a form and notifies the integrator's page", () =>
      Effect.gen(function* () {
        const { base } = yield* PublicUrls;
        const { page, pageErrors, partner, renewals } = yield* openInApp();
        yield* Effect.promise(async () => {
          await submitForm(page);
          await page.getByText(/^Submitted: render /u).waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
          const href = await page
            .frameLocator("iframe")
            .getByRole("link", { name: "Download PDF" })
            .getAttribute("href");
          assert.match(String(href), new RegExp(`^${base}/files/`, "u"));
        });
        assert.deepEqual(yield* rendersOf(partner), ["succeeded"]);
        assert.deepEqual(renewals, []);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("lets the user sign the submitted document in the integrator's page", () =>
      Effect.gen(function* () {
        const { page, pageErrors, partner } = yield* openInApp();
        yield* Effect.promise(async () => {
          await submitForm(page);
          await page.getByRole("link", { name: "Sign it" }).click();
          await page.getByText("Ready to sign.").waitFor();
          // The URL of the first visit has been used.
          await page.reload();
          await page.getByText("Ready to sign.").waitFor();
        });
        const { json } = yield* partner.call("GET", "/v1/signatures");
        const { signatures } = Schema.decodeUnknownSync(Sent)(json);
        assert.deepEqual(
          signatures.map(({ recipients }) => recipients.map(({ status }) => status)),
          [["viewed"]],
        );
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("continues with a new token when the current one is refused", () =>
      Effect.gen(function* () {
        const { page, pageErrors, renewals } = yield* openInApp((session) => ({
          ...session,
          iframe_url: session.iframe_url.replace(/#token=.*$/u, "#token=spent"),
        }));
        assert.deepEqual(renewals, ["POST"]);
        assert.notStrictEqual(tokenOf(page), "#token=spent");
        yield* Effect.promise(() => submitForm(page));
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("is renewed before its session ends", () =>
      Effect.gen(function* () {
        const first: Array<string> = [];
        const { page, pageErrors, renewals } = yield* openInApp((session) => {
          first.push(new URL(session.iframe_url).hash);
          return { ...session, expires_at: new Date(Date.now() + 240_000).toISOString() };
        });
        yield* Effect.promise(async () => {
          await page.frameLocator("iframe").getByRole("textbox", { name: "Name" }).waitFor();
          while (tokenOf(page) === first[0]) await page.waitForEvent("framenavigated");
          await submitForm(page);
        });
        assert.deepEqual(renewals, ["POST"]);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("preserves work when its session has expired", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const integrator = yield* newIntegrator;
        const { origin } = yield* appWith({ apiKey: integrator.key });
        yield* integrator.allow(origin);
        const { page, pageErrors } = yield* openPage({ viewport: { width: 1280, height: 800 } });
        const builder = page.frameLocator("iframe");
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/?mode=design`);
          await page.getByText("Ready to create.").waitFor();
          await builder.getByLabel("Name of the template").fill("Survivor");
          await builder.getByRole("button", { name: "Place Text" }).click();
          await builder.getByText("Unsaved changes").waitFor();
        });
        const [, session] = /session=([^#]+)/u.exec(page.frames()[1]?.url() ?? "") ?? [];
        yield* sql`
          UPDATE embed_sessions SET expires_at = created_at + interval '1 millisecond'
          WHERE id = ${String(session)}`;
        const before = tokenOf(page);
        yield* Effect.promise(async () => {
          const gate = Promise.withResolvers<void>();
          await page.route("**/renew", async (route) => {
            await gate.promise;
            await route.continue();
          });
          await builder.getByRole("button", { name: "Save" }).click();
          await builder.getByText("Your session is being renewed. Your work is safe.").waitFor();
          await builder.locator(".selectable[title='Text']").waitFor();
          gate.resolve();
          await builder.getByText("All changes saved").waitFor();
          await page.getByText(/^Saved, revision /u).waitFor();
        });
        assert.notStrictEqual(tokenOf(page), before);
        const templates = "/v1/embed/builder/templates";
        const { text } = yield* integrator.call("GET", templates);
        const [, id] = /"id":"([^"]+)","name":"Survivor"/u.exec(text) ?? [];
        const response = yield* integrator.call("GET", `${templates}/${String(id)}`);
        assert.match(response.text, /"schemas":\[\[\{[^\]]*"name":"Text"/u);
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("accepts messages only from the embedded page, and none after its removal", () =>
      Effect.gen(function* () {
        const { embed } = yield* PublicUrls;
        const { page, pageErrors } = yield* openInApp();
        yield* Effect.promise(async () => {
          const news = page.getByRole("status");
          await page.evaluate(`postMessage({ type: "paraph:submitted", renderId: "forged" }, "*")`);
          // Messages arrive in order, so this one comes after the others.
          await page.evaluate(`new Promise((heard) => {
            addEventListener("message", heard);
            postMessage("last", "*");
          })`);
          assert.strictEqual(await news.textContent(), "Ready to fill.");
          const childCount = await page.evaluate(`import("${embed}/embed.js").then(({ mount }) => {
            const element = document.createElement("div");
            mount({ element, iframeUrl: "${embed}/form?session=x#token=y" }).destroy();
            return element.childElementCount;
          })`);
          assert.strictEqual(childCount, 0);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("shows an empty list to a new integrator", () =>
      Effect.gen(function* () {
        const { origin } = yield* appWith({ adminKey: ADMIN_KEY });
        const { page, pageErrors } = yield* openPage({ locale: "en-US" });
        yield* Effect.promise(async () => {
          await page.goto(origin);
          await page.getByText("There are none yet.").waitFor();
          const other = await page.request.post(`${origin}/sessions?mode=fill`);
          assert.strictEqual(other.status(), 404);
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
