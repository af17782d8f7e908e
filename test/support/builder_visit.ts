import { PublicUrls } from "@paraph/core/values";
import { Effect } from "effect";
import type { BrowserContextOptions, Frame, FrameLocator, Page } from "playwright-core";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { openPage } from "./browser.ts";
import { newIntegrator, sessionUrl } from "./embed_visit.ts";
import { embeddingPage, openSite } from "./small_site.ts";

/** A user of the builder in an integrator's page. */
export interface BuilderVisit {
  readonly page: Page;
  /** The builder page. */
  readonly builder: FrameLocator;
  readonly pageErrors: ReadonlyArray<string>;
  /** Waits for a message of this type to the integrator's page, and returns it. */
  readonly waitForMessage: (type: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The frame of the builder. */
  readonly frame: () => Frame;
  /** A call by the integrator's server. */
  readonly callApi: (
    method: string,
    path: string,
    body?: object,
  ) => Effect.Effect<Readonly<Record<string, unknown>>>;
  /** Replaces the session. */
  readonly open: (sessionOptions: object) => Effect.Effect<void>;
}

/**
 * Opens the builder in a page of another site, as integrators do, and waits until it is ready.
 *
 * @param prepare Creates the subject of the session, and returns it.
 */
export const visitBuilder = Effect.fnUntraced(function* (
  prepare: (call: BuilderVisit["callApi"]) => Effect.Effect<object>,
  options: BrowserContextOptions = {},
) {
  const { embed } = yield* PublicUrls;
  const iframe = { url: "" };
  const site = yield* openSite(() => embeddingPage(iframe.url));
  const integrator = yield* newIntegrator;
  yield* integrator.allow(site.origin);
  const callApi: BuilderVisit["callApi"] = (method, path, body) =>
    Effect.map(integrator.call(method, path, body), fieldsOf);
  const { page, pageErrors } = yield* openPage({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const builder = page.frameLocator("iframe");
  const open = Effect.fnUntraced(function* (sessionOptions: object) {
    iframe.url = yield* sessionUrl(integrator, sessionOptions);
    yield* Effect.promise(async () => {
      await page.goto(site.origin);
      await builder.locator(".topbar:not([aria-hidden])").waitFor();
    });
  });
  yield* open(yield* prepare(callApi));
  const waitForMessage = async (type: string) => {
    const handle = await page.waitForFunction(
      (messageType) => globalThis.heard.find((message) => message["type"] === messageType),
      type,
    );
    return (await handle.jsonValue()) ?? {};
  };
  const frame = () => page.frames().find((each) => each.url().startsWith(embed)) ?? missing();
  return { page, builder, pageErrors, waitForMessage, frame, callApi, open } satisfies BuilderVisit;
});

function missing(): never {
  throw new Error("The builder has no frame");
}

/** Defines a variable of a kind that has no other settings. */
export async function defineVariable({ builder }: BuilderVisit, label: string): Promise<void> {
  await builder.getByRole("tab", { name: "Data" }).click();
  await builder.getByRole("button", { name: "Variable", exact: true }).click();
  const dialog = builder.getByRole("dialog", { name: "New variable" });
  await dialog.getByLabel("Name", { exact: true }).fill(label);
  await dialog.getByRole("button", { name: "Done" }).click();
}
