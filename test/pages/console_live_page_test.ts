import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { submitInvoice } from "../../packages/http/_testing/api_client.ts";
import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { documentOf } from "../support/shared_document.ts";
import { openConsole, settled } from "./console_project.ts";

const suite = describe.skipIf(CHROMIUM === undefined);
suite("What the console follows", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("follows a render to its end, and shows a failed request with a retry", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { id } = yield* submitInvoice("followed");
        const { page } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          await page.goto(`${page.url().split("#")[0]}#/renders/${id}`);
          await page.getByText("queued", { exact: true }).waitFor();
        });
        yield* succeedRender(id, yield* Effect.promise(() => documentOf(1)));
        yield* Effect.promise(async () => {
          await page.getByText("succeeded", { exact: true }).waitFor();
          await page.route("**/v1/templates", (route) => route.abort());
          await page.getByRole("link", { name: "Templates", exact: true }).click();
          await page.getByText("The server does not respond").waitFor();
          await page.unroute("**/v1/templates");
          await page.getByRole("button", { name: "Try again" }).click();
          await page.getByRole("table", { name: "Templates" }).waitFor();
        });
      }),
    );

    it.effect("does not follow a render whose page was left before it was shown", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { id } = yield* submitInvoice("left");
        const { page } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          await page.clock.install();
          const [requested, released] = [Promise.withResolvers(), Promise.withResolvers<void>()];
          let requests = 0;
          await page.route(`**/v1/renders/${id}`, async (route) => {
            requests += 1;
            requested.resolve(undefined);
            await released.promise;
            await route.continue();
          });
          const [base] = page.url().split("#");
          await page.goto(`${base}#/renders/${id}`);
          await requested.promise;
          await page.goto(`${base}#/fonts`);
          await page.getByRole("heading", { name: "Fonts", level: 1 }).waitFor();
          const arrived = page.waitForResponse(`**/v1/renders/${id}`);
          released.resolve();
          await (await arrived).finished();
          await settled(page);
          await page.clock.runFor(10_000);
          assert.strictEqual(requests, 1);
        });
      }),
    );
  });
});
