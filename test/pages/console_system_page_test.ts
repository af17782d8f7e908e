import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { ADMIN_KEY, ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { openConsole } from "./console_project.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The console's page of the system", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("shows the deployment to the admin key, which it does not store", () =>
      Effect.gen(function* () {
        const { failing, key } = yield* ApiServer;
        const viewport = { width: 360, height: 740 };
        const { page, pageErrors } = yield* openConsole(key, { viewport });
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "System" }).click();
          const input = page.getByLabel("Admin key");
          await page.getByRole("button", { name: "Show" }).click();
          await page.getByText("Enter the admin key.").waitFor();
          await input.fill(key);
          await input.press("Enter");
          await page.getByText("Send the admin key of this deployment").waitFor();
          await input.fill(ADMIN_KEY);
          await input.press("Enter");
          await page.getByRole("table", { name: "Queues" }).waitFor();
          await page.getByText(/^\d+, up to date$/u).waitFor();
          await page.getByText("ready", { exact: true }).waitFor();
          assert.strictEqual(await input.inputValue(), "");
          const width = await page.evaluate<number>("document.documentElement.scrollWidth");
          assert.isAtMost(width, viewport.width);
          assert.deepEqual(await accessibilityIssues(page), []);
          assert.notInclude(await page.content(), ADMIN_KEY);
          const stored = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])";
          assert.notInclude(await page.evaluate<string>(stored), ADMIN_KEY);

          failing.add("database");
          await page.getByRole("button", { name: "Reload" }).click();
          await page.getByText("The database does not respond").waitFor();
          failing.clear();
          await page.getByRole("link", { name: "Overview" }).click();
          await page.getByRole("link", { name: "System" }).click();
          assert.isFalse(await page.getByRole("button", { name: "Reload" }).isVisible());
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});
