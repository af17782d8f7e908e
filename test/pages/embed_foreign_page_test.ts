import { assert, describe, layer } from "@effect/vitest";
import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { wholeText } from "../../packages/http/_testing/recorded_spans.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import {
  formUrl,
  newIntegrator,
  publishForm,
  sessionUrl,
  submitButton,
  serverWithWorker,
} from "../support/embed_visit.ts";
import { embeddingPage, openSite } from "../support/small_site.ts";

const MANIFEST = {
  variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
  loops: [],
};

/** A form in the page of its integrator, which shows other content too. */
const framedForm = Effect.fnUntraced(function* (options: object, more = "") {
  const integrator = yield* newIntegrator;
  const template = yield* publishForm(integrator, MANIFEST);
  const target = { address: "" };
  const site = yield* openSite(() => embeddingPage(target.address, more));
  yield* integrator.allow(site.origin);
  target.address = yield* formUrl(integrator, template, options);
  return { partner: integrator, site, address: target.address, token: tokenIn(target.address) };
});

const tokenIn = (address: string) => new URL(address).hash.replace("#token=", "");

/** Calls with a token as scripts do; returns the status, or that the browser blocked the call. */
const callWith = (page: Page, address: string, token: string) =>
  page.evaluate(
    async ([url, bearer]) => {
      try {
        const headers = { authorization: `Bearer ${bearer}` };
        return (await fetch(url, { headers })).status;
      } catch (error) {
        return String(error);
      }
    },
    [address, token] as const,
  );

/** The messages that a page has received. */
const messagesOf = (page: Page) => page.evaluate(() => globalThis.heard);

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Pages of other sites than the integrator's", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("cannot frame a form, neither directly nor around the integrator's page", () =>
      Effect.gen(function* () {
        const { site, address } = yield* framedForm({});
        for (const inside of [address, site.origin]) {
          const otherSite = yield* openSite(() => embeddingPage(inside));
          const { page, pageErrors } = yield* openPage();
          yield* Effect.promise(async () => {
            const frameError = page.waitForEvent("console", (message) =>
              message.text().includes("frame-ancestors"),
            );
            await page.goto(otherSite.origin);
            await frameError;
            const blockedFrame = page.frames().at(-1) ?? assert.fail();
            await blockedFrame.waitForURL("chrome-error://chromewebdata/");
            assert.strictEqual(await submitButton(page).count(), 0);
            assert.deepEqual(await messagesOf(page), []);
          });
          assert.lengthOf(pageErrors, 1);
        }
      }),
    );

    it.effect("cannot call the API with a stolen token", () =>
      Effect.gen(function* () {
        const { site, token } = yield* framedForm({});
        const other = yield* framedForm({});
        const otherSite = yield* openSite(() => "<title>Elsewhere</title>");
        const { base, embed } = yield* PublicUrls;
        const { page } = yield* openPage();
        yield* Effect.promise(async () => {
          for (const { origin } of [new URL(base), new URL(embed)]) {
            const session = `${origin}/v1/embed/session`;
            await page.goto(site.origin);
            assert.strictEqual(await callWith(page, session, token), 200);
            // Pages of other integrators get an error; other pages get no message.
            await page.goto(other.site.origin);
            assert.strictEqual(await callWith(page, session, token), 401);
            await page.goto(otherSite.origin);
            const nothing = "TypeError: Failed to fetch";
            assert.strictEqual(await callWith(page, session, token), nothing);
            await page.goto("data:text/html,<title>Nowhere</title>");
            assert.strictEqual(await callWith(page, session, token), nothing);
          }
        });
      }),
    );

    it.effect("cannot receive or send messages, next to the form or as its opener", () =>
      Effect.gen(function* () {
        const advert = yield* openSite(() => embeddingPage("about:blank"));
        const aside = `<iframe title="Advert" src="${advert.origin}"></iframe>`;
        const { site, address, token } = yield* framedForm({}, aside);
        const { page, pageErrors } = yield* openPage();
        yield* Effect.promise(async () => {
          await page.goto(site.origin);
          const form = page.frameLocator("iframe[title=Embedded]");
          await form.getByLabel("Name").fill("Ada");
          const advertFrame =
            page.frames().find((each) => each.url().startsWith(advert.origin)) ?? assert.fail();
          await advertFrame.evaluate(() => {
            window.parent.frames[0]?.postMessage({ type: "paraph:token", token: "forged" }, "*");
          });
          await form.getByRole("button", { name: "Submit" }).click();
          await form.getByRole("heading", { name: "Your document is ready" }).waitFor();
          const types = (await messagesOf(page)).map(({ type }) => type);
          assert.deepEqual(types, ["paraph:ready", "paraph:submitted"]);
          assert.deepEqual(await advertFrame.evaluate(() => globalThis.heard), []);
          assert.strictEqual(tokenIn(page.frames()[1]?.url() ?? ""), token);
        });
        assert.deepEqual(pageErrors, []);

        const opener = yield* openPage();
        yield* Effect.promise(async () => {
          await opener.page.goto(advert.origin);
          const popup = opener.page.waitForEvent("popup");
          await opener.page.evaluate((url) => void window.open(url), address);
          const popupPage = await popup;
          await popupPage.getByLabel("Name").fill("Eve");
          await submitButton(popupPage).click();
          await popupPage.getByRole("heading", { name: "Your document is ready" }).waitFor();
          assert.deepEqual(await messagesOf(opener.page), []);
        });
      }),
    );

    it.effect("do not receive the token from browsers, and logs do not contain it", () =>
      Effect.gen(function* () {
        const { logs } = yield* ApiServer;
        const third = yield* openSite(() => "<h1>Elsewhere</h1>");
        const form = { redirectUrl: `${third.origin}/thanks` };
        const aside = `<img alt="" src="${third.origin}/pixel">`;
        const { partner, site, token } = yield* framedForm({ form }, aside);
        const designing = yield* sessionUrl(partner, {
          scope: { mode: "create" },
          permissions: { preview: false },
          callbacks: { closeUrl: `${third.origin}/closed` },
        });
        const { page } = yield* openPage();
        yield* Effect.promise(async () => {
          await page.goto(site.origin);
          const frame = page.frameLocator("iframe");
          await frame.getByLabel("Name").fill("Ada");
          await frame.getByRole("button", { name: "Submit" }).click();
          await frame.getByRole("link", { name: "Continue" }).click();
          await frame.getByRole("heading", { name: "Elsewhere" }).waitFor();
          await page.goto(designing);
          await page.getByRole("button", { name: "Close" }).click();
          await page.waitForURL(`${third.origin}/closed`);
        });
        const referrers = third.requests.map(({ path, headers }) => [path, headers.referer]);
        assert.deepInclude(referrers, ["/pixel", `${site.origin}/`]);
        assert.deepInclude(referrers, ["/thanks", undefined]);
        assert.deepInclude(referrers, ["/closed", undefined]);
        const allText = wholeText([third.requests, site.requests, logs]);
        for (const each of [token, tokenIn(designing)]) {
          assert.isAbove(each.length, 100);
          assert.notInclude(allText, each.slice(-40));
        }
      }),
    );
  });
});
