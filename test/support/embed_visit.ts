import { RenderJob } from "@paraph/core/renders";
import { imageFetcherNone } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { renderWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";
import type { BrowserContextOptions, Page } from "playwright-core";

import { ADMIN_KEY, ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { openPage } from "./browser.ts";
import { caller } from "./deployment.ts";

/** A server with a render worker that browsers can reach. */
export const serverWithWorker = renderWorker(1).pipe(
  Layer.provide(RenderJob.layer),
  Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
  Layer.provideMerge(browserServer),
  Layer.orDie,
);

/** An origin that frames no page. */
const UNUSED_ORIGIN = "https://app.partner.test";

let integratorCount = 0;

/** An integrator with a project, and its caller. */
export const newIntegrator = Effect.gen(function* () {
  const { port } = yield* ApiServer;
  const provision = caller(port, ADMIN_KEY);
  integratorCount += 1;
  const externalOrgId = `visited-${integratorCount}`;
  const body = { externalOrgId, allowedOrigins: [UNUSED_ORIGIN] };
  const key = String(fieldsOf(yield* provision("POST", "/v1/admin/provision", body))["apiKey"]);
  /** Lets pages of these origins embed the integrator's pages. */
  const allow = (...allowedOrigins: ReadonlyArray<string>) =>
    provision("PATCH", "/v1/admin/provision", { externalOrgId, allowedOrigins });
  return { key, allow, call: caller(port, key) };
});

/** A project and its key. */
export type Integrator = Effect.Success<typeof newIntegrator>;

/** Publishes a template with a layout generated from its manifest; returns its id. */
export const publishForm = Effect.fnUntraced(function* ({ call }: Integrator, manifest: object) {
  const body = { name: "Order", manifest };
  return String(fieldsOf(yield* call("PUT", "/v1/templates/order", body))["id"]);
});

/** The tenant and actor of test sessions. */
const SESSION_IDENTITY = { tenant: { externalId: "tenant" }, actor: { externalId: "actor" } };

/** The URL of a page with the token of a new session. */
export const sessionUrl = Effect.fnUntraced(function* (
  { call }: Integrator,
  sessionOptions: object,
) {
  const session = yield* call("POST", "/v1/embed/sessions", {
    ...SESSION_IDENTITY,
    ...sessionOptions,
  });
  return String(fieldsOf(session)["iframe_url"]);
});

/** The URL of a form to fill in. */
export const formUrl = (integrator: Integrator, template: string, more: object = {}) =>
  sessionUrl(integrator, { scope: { mode: "fill", templateExternalId: template }, ...more });

/** Opens a form and waits until it can be filled in. */
export const visitForm = Effect.fnUntraced(function* (
  url: string,
  options: BrowserContextOptions = {},
) {
  const browserPage = yield* openPage({ locale: "en-US", ...options });
  yield* Effect.promise(async () => {
    await browserPage.page.goto(url);
    await submitButton(browserPage.page).waitFor();
  });
  return browserPage;
});

/** Submits the form. */
export function submitButton(page: Page) {
  return page.getByRole("button", { name: "Submit", exact: true });
}
