import * as fs from "node:fs";

import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { call, sharedDocument } from "../../packages/http/_testing/shared_document.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { accessibilityIssues } from "./accessibility.ts";

/** Opens the inbox. */
const openInbox = Effect.fnUntraced(function* (options: Parameters<typeof openPage>[0] = {}) {
  const { port } = yield* ApiServer;
  const browserPage = yield* openPage(options);
  yield* Effect.promise(() => browserPage.page.goto(`http://127.0.0.1:${port}/_dev/mail`));
  return browserPage;
});

/** Emails a document. */
const email = Effect.fnUntraced(function* (to: string, message: string) {
  const { base } = yield* sharedDocument;
  const { status, text } = yield* call("POST", `${base}/email`, { to, message });
  assert.strictEqual(status, 201, text);
});

const LONG = "a-recipient-with-a-very-long-address@a-very-long-subdomain.example.com";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The development inbox", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("says what to do when it is empty, and leads from an email to its document", () =>
      Effect.gen(function* () {
        const { page, pageErrors } = yield* openInbox();
        assert.include(yield* Effect.promise(() => page.innerText("main")), "No emails yet");
        yield* email("ada@example.com", "Hello Ada,\nplease read it.");
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "Refresh" }).click();
          await page.getByRole("list").getByRole("link").click();
          const frame = page.frameLocator("iframe");
          assert.include(await frame.locator("body").innerText(), "please read it.");
          const [popup] = await Promise.all([
            page.waitForEvent("popup"),
            frame.getByRole("link").first().click(),
          ]);
          await popup.waitForURL(/\/share\/shr_/);
          // The document's page is not in the sandbox: its script runs.
          await popup.locator("#print").waitFor();
          await popup.close();
          const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("link", { name: "Download .eml" }).click(),
          ]);
          assert.include(fs.readFileSync(await download.path(), "utf8"), "To: ada@example.com");
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    for (const colorScheme of ["light", "dark"] as const) {
      it.effect(`is accessible and fits a phone, with ${colorScheme} colors`, () =>
        Effect.gen(function* () {
          yield* email(LONG, "Long. ".repeat(100));
          const viewport = { width: 375, height: 740 };
          for (const size of [viewport, { width: 1100, height: 800 }]) {
            const { page } = yield* openInbox({ viewport: size, colorScheme });
            yield* Effect.promise(async () => {
              const check = async () => {
                const width = await page.evaluate<number>("document.documentElement.scrollWidth");
                assert.isAtMost(width, size.width);
                assert.deepEqual(await accessibilityIssues(page), []);
              };
              await check();
              await page.getByRole("list").getByRole("link").first().click();
              await page.frameLocator("iframe").locator("body").waitFor();
              await check();
            });
          }
        }),
      );
    }

    it.effect("runs no script in an email", () =>
      Effect.gen(function* () {
        yield* email("mallory@example.com", "Hello");
        const { page } = yield* openInbox();
        yield* Effect.promise(async () => {
          await page.getByRole("list").getByRole("link").first().click();
          await page.frameLocator("iframe").getByText("Hello").waitFor();
          const frame = page.frames()[1] ?? assert.fail("There is no frame");
          const hasRun = await frame.evaluate<boolean>(`
            const script = document.createElement("script");
            script.textContent = "globalThis.hasRun = true";
            document.body.append(script);
            globalThis.hasRun === true;
          `);
          assert.isFalse(hasRun);
        });
      }),
    );
  });
});
