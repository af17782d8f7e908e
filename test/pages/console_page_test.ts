import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { accessibilityIssues } from "./accessibility.ts";

const PHONE = { width: 360, height: 740 };

/** Opens the console with a link of a key. */
const openConsole = Effect.fnUntraced(function* (
  key: string,
  options: Parameters<typeof openPage>[0] = {},
) {
  const response = yield* callAs(key, "POST", "/console/links");
  const visit = yield* openPage(options);
  yield* Effect.promise(async () => {
    await visit.page.goto(String(fieldsOf(response)["url"]));
    await visit.page.getByRole("heading", { name: "Overview" }).waitFor();
  });
  return visit;
});

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
          await page.reload();
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

    for (const colorScheme of ["light", "dark"] as const) {
      it.effect(`is accessible and fits a phone, with ${colorScheme} colors`, () =>
        Effect.gen(function* () {
          const { accountKey } = yield* ApiServer;
          for (const viewport of [PHONE, { width: 1200, height: 800 }]) {
            const { page, pageErrors } = yield* openConsole(accountKey, { viewport, colorScheme });
            yield* Effect.promise(async () => {
              await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
              const width = await page.evaluate<number>("document.documentElement.scrollWidth");
              assert.isAtMost(width, viewport.width);
              assert.deepEqual(await accessibilityIssues(page), []);
            });
            assert.deepEqual(pageErrors, []);
          }
        }),
      );
    }
  });
});
