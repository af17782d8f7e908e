import { createServer } from "node:http";

import { Effect } from "effect";
import type { BrowserContextOptions, Frame, FrameLocator, Page } from "playwright-core";

import { ADMIN_KEY, ApiServer } from "../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../packages/http/_testing/body.ts";
import { send } from "../packages/http/_testing/http_client.ts";
import { openPage } from "./browser.ts";

/** Somebody in the builder, inside of a partner's page. */
export interface BuilderVisit {
  readonly page: Page;
  /** The builder's own page. */
  readonly builder: FrameLocator;
  readonly faults: ReadonlyArray<string>;
  /** What the partner's page has been told, settling once it has been told this. */
  readonly told: (type: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The frame that the builder is in, for what is asked of it as a whole. */
  readonly frame: () => Frame;
  /** A call as the partner's server makes it. */
  readonly asPartner: (
    method: string,
    path: string,
    body?: object,
  ) => Effect.Effect<Readonly<Record<string, unknown>>>;
}

/**
 * Opens the builder as a partner does, in a page of another origin; it is ready then.
 *
 * @param prepare Makes what is to be edited, and tells what the session is for.
 */
export const visitBuilder = Effect.fnUntraced(function* (
  prepare: (call: BuilderVisit["asPartner"]) => Effect.Effect<object>,
  options: BrowserContextOptions = {},
) {
  const { port } = yield* ApiServer;
  const here = `http://127.0.0.1:${port}`;
  const shown = { address: "" };
  const parent = yield* Effect.acquireRelease(
    Effect.promise(() => partnerPage(shown)),
    (server) => Effect.promise(() => server.close()),
  );
  const key = yield* provisioned(port, [parent.origin, here]);
  const asPartner: BuilderVisit["asPartner"] = (method, path, body) =>
    Effect.map(
      send(port, {
        ...{ method, path, headers: { authorization: `Bearer ${key}` } },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      fieldsOf,
    );
  const wanted = yield* prepare(asPartner);
  const opened = yield* asPartner("POST", "/v1/embed/sessions", { ...WHO, ...wanted });
  const { hash } = new URL(String(opened["iframe_url"]));
  shown.address = `${here}/embed/builder?session=${String(opened["session_id"])}${hash}`;
  const { page, faults } = yield* openPage({ viewport: { width: 1280, height: 800 }, ...options });
  yield* Effect.promise(() => page.goto(parent.origin));
  const builder = page.frameLocator("iframe");
  yield* Effect.promise(() => builder.getByRole("toolbar", { name: "Fields" }).waitFor());
  const told = async (type: string) => {
    const heard = await page.waitForFunction(
      (wantedType) => globalThis.heard.find((message) => message["type"] === wantedType),
      type,
    );
    return (await heard.jsonValue()) ?? {};
  };
  const frame = () => page.frames().find((each) => each.url().startsWith(here)) ?? page.mainFrame();
  return { page, builder, faults, told, frame, asPartner } satisfies BuilderVisit;
});

declare global {
  // oxlint-disable-next-line no-var -- a global of the partner's page
  var heard: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

const WHO = { tenant: { externalId: "tenant-1" }, actor: { externalId: "actor-1" } };

/** A page of the partner's that shows the builder and remembers what it is told. */
async function partnerPage(shown: { readonly address: string }) {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Partner</title>
      <style>body { margin: 0 } iframe { width: 100vw; height: 100vh; border: 0 }</style>
      <script>
        heard = [];
        addEventListener("message", ({ data }) => heard.push(data));
      </script>
      <iframe title="Builder" src="${shown.address}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** The key of a partner whose pages have these origins. */
const provisioned = Effect.fnUntraced(function* (
  port: number,
  allowedOrigins: ReadonlyArray<string>,
) {
  const body = { externalOrgId: `builder-${allowedOrigins.join()}`.slice(0, 150), allowedOrigins };
  const answer = yield* send(port, {
    method: "POST",
    path: "/v1/admin/provision",
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify(body),
  });
  return String(fieldsOf(answer)["apiKey"]);
});
