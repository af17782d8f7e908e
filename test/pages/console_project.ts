import { assert } from "@effect/vitest";
import { RenderStore } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { DateTime, Effect } from "effect";
import type { Locator, Page } from "playwright-core";

import { INVOICE, INVOICE_DATA } from "../../packages/http/_testing/api_client.ts";
import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { openPage } from "../support/browser.ts";
import { documentOf } from "../support/shared_document.ts";

/** Text that would run a script if a page used it as markup. */
export const MARKUP = "<img src=x onerror=globalThis.hasRun=1>";

/** Opens the console with a link of a key. */
export const openConsole = Effect.fnUntraced(function* (
  key: string,
  options: Parameters<typeof openPage>[0] = {},
) {
  const response = yield* callAs(key, "POST", "/console/links");
  const visit = yield* openPage({ locale: "en-US", ...options });
  yield* Effect.promise(async () => {
    await visit.page.goto(String(fieldsOf(response)["url"]));
    await visit.page.getByRole("heading", { name: "Overview" }).waitFor();
  });
  return visit;
});

/** Waits until a page of the console shows its data. */
export async function settled(page: Page): Promise<void> {
  await page.locator("body:not(:has([aria-busy=true]))").waitFor();
}

/** The links of the console's sections, without those of a breadcrumb. */
export function sections(page: Page): Locator {
  return page.getByRole("navigation", { name: "Sections of the console" });
}

/** Opens a signature request in the console. */
export async function openSignature(page: Page, id: string): Promise<void> {
  await page.goto(`${page.url().split("#")[0]}#/signatures/${id}`);
  await page.getByRole("table", { name: "Audit trail" }).waitFor();
}

/** A template, renders, a signature request and a webhook, whose texts are markup. */
export const fillProject = Effect.gen(function* () {
  const { key } = yield* ApiServer;
  const asProject = (method: string, path: string, json: unknown) =>
    Effect.map(callAs(key, method, path, json), (response) => {
      assert.isBelow(response.status, 300, response.text);
      return fieldsOf(response);
    });
  const publication = { name: MARKUP, description: MARKUP, manifest: INVOICE };
  yield* asProject("PUT", "/v1/templates/console", publication);
  const submission = { data: INVOICE_DATA, options: { filename: MARKUP } };
  const submit = Effect.map(
    asProject("POST", "/v1/templates/console/render", submission),
    ({ id }) => RenderId.make(String(id)),
  );
  const succeeded = yield* submit;
  yield* succeedRender(succeeded, yield* Effect.promise(() => documentOf(3)), 3);
  const failed = yield* submit;
  const now = yield* DateTime.now;
  const failure = { errorCode: "render_failed", errorMessage: "A fault of a test" } as const;
  yield* (yield* RenderStore).settle([
    { id: failed, move: "fail", startedAt: now, at: now, ...failure },
  ]);
  const { id: request } = yield* asProject("POST", "/v1/signatures", {
    renderId: succeeded,
    name: MARKUP,
    recipients: [
      {
        firstName: MARKUP,
        email: "ada@example.com",
        authentication: { method: "sms_code", phone: "+491701234567" },
      },
    ],
    fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
  });
  const { id: webhook } = yield* asProject("POST", "/v1/webhooks", {
    url: "https://hooks.test/%22%3E%3Cimg%20src=x%3E?a='<b>",
    description: MARKUP,
  });
  return { succeeded, failed, request: String(request), webhook: String(webhook) };
});
