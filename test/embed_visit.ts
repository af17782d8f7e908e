import { Effect } from "effect";
import type { APIResponse, BrowserContextOptions, Page, Route } from "playwright-core";

import { ADMIN_KEY, ApiServer } from "../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../packages/http/_testing/body.ts";
import { openPage } from "./browser.ts";
import { caller } from "./deployment.ts";

/** Where the pages for frames lie in tests. */
export const EMBED_ADDRESS = "https://embed.paraph.test/embed";

/** Every address of the deployment of tests. */
const PUBLIC = /^https:\/\/(embed\.)?paraph\.test\//u;

/** Whom forms of tests are filled in for: nobody frames them. */
const NOBODY = "https://app.partner.test";

let made = 0;

/** A partner with a project, and how it calls. */
export const newPartner = Effect.gen(function* () {
  const { port } = yield* ApiServer;
  const provision = caller(port, ADMIN_KEY);
  made += 1;
  const externalOrgId = `visited-${made}`;
  const body = { externalOrgId, allowedOrigins: [NOBODY] };
  const key = String(fieldsOf(yield* provision("POST", "/v1/admin/provision", body))["apiKey"]);
  /** Lets pages of an origin show what is the partner's. */
  const allow = (origin: string) =>
    provision("PATCH", "/v1/admin/provision", { externalOrgId, allowedOrigins: [origin] });
  return { key, allow, call: caller(port, key) };
});

/** Somebody with a project and a key. */
export type Partner = Effect.Success<typeof newPartner>;

/** Publishes a template with a layout made of its manifest; its id. */
export const publishForm = Effect.fnUntraced(function* ({ call }: Partner, manifest: object) {
  const body = { name: "Order", manifest };
  return String(fieldsOf(yield* call("PUT", "/v1/templates/order", body))["id"]);
});

/** The address of a form that somebody may fill in. */
export const formAddress = Effect.fnUntraced(function* (
  { call }: Partner,
  template: string,
  more: object = {},
) {
  const session = yield* call("POST", "/v1/embed/sessions", {
    tenant: { externalId: "tenant" },
    actor: { externalId: "actor" },
    scope: { mode: "fill", templateExternalId: template },
    ...more,
  });
  return String(fieldsOf(session)["iframe_url"]);
});

/** Opens an empty page that finds the deployment of tests at its public addresses. */
export const openAtPartner = Effect.fnUntraced(function* (options: BrowserContextOptions = {}) {
  const { port } = yield* ApiServer;
  const opened = yield* openPage({ locale: "en-US", ...options });
  yield* Effect.promise(() => bringTo(opened.page, port));
  return opened;
});

/** Opens a form and waits until it can be filled in. */
export const visitForm = Effect.fnUntraced(function* (
  address: string,
  options: BrowserContextOptions = {},
) {
  const opened = yield* openAtPartner(options);
  yield* Effect.promise(async () => {
    await opened.page.goto(address);
    await submitButton(opened.page).waitFor();
  });
  return opened;
});

/** Hands in what is filled in. */
export function submitButton(page: Page) {
  return page.getByRole("button", { name: "Submit", exact: true });
}

/** What is asked of the public addresses goes to the server on this machine, as proxies do it. */
async function bringTo(page: Page, port: number): Promise<void> {
  await page.context().route(PUBLIC, async (route) => {
    await route.fulfill({ response: await forwarded(route, port) });
  });
}

/** What the server on this port answers to a request for a public address. */
export async function forwarded(route: Route, port: number): Promise<APIResponse> {
  const request = route.request();
  const { origin, pathname, search } = new URL(request.url());
  const { "content-length": _, ...headers } = await request.allHeaders();
  // Browsers add these only to what really leaves them.
  const isOwn = !request.isNavigationRequest() && request.frame().url().startsWith(origin);
  const own = {
    "sec-fetch-site": "same-origin",
    ...(request.method() === "GET" ? {} : { origin }),
  };
  return route.fetch({
    url: `http://127.0.0.1:${port}${pathname}${search}`,
    headers: { ...headers, ...(isOwn ? own : {}) },
  });
}
