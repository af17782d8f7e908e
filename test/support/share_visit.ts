import { Effect } from "effect";
import type { BrowserContextOptions, Page } from "playwright-core";

import { openPage } from "./browser.ts";
import { documentOf } from "./shared_document.ts";

/** A document of a few pages, and one of many. */
export const [LETTER, BOOK] = await Promise.all([documentOf(3), documentOf(50)]);

/** Opens a share as a viewer and waits until its first page is shown and it can be printed. */
export const visit = Effect.fnUntraced(function* (
  url: string,
  options: BrowserContextOptions = {},
) {
  const browserPage = yield* openPage(options);
  yield* Effect.promise(() => browserPage.page.goto(url));
  yield* Effect.promise(() => waitForPage(browserPage.page, 1));
  yield* Effect.promise(() => browserPage.page.locator("#print:not([aria-disabled])").waitFor());
  return browserPage;
});

/** Settles when a page of the document is rendered. */
export function waitForPage(page: Page, number: number): Promise<void> {
  const sheet = page.getByRole("group", { name: `Page ${number} of` });
  return sheet.locator("canvas").first().waitFor({ state: "attached" });
}

/** One of the two buttons on every page of a share. */
export function button(page: Page, name: "Download" | "Print") {
  return page.getByRole("button", { name, exact: true });
}
