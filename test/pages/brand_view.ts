import { assert } from "@effect/vitest";
import type { Page } from "playwright-core";

import { BRANDING } from "../support/branded_project.ts";
import { accessibilityIssuesIn } from "./accessibility.ts";

/** Checks that a page shows the branding, readably in both themes. */
export async function checkBrand(page: Page): Promise<void> {
  await page.locator(".branding", { hasText: BRANDING.name }).waitFor();
  await page.getByRole("contentinfo").getByText("1 High Street").waitFor();
  await page.evaluate("document.querySelector('.branding img').decode()");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const accent = await page.evaluate(
      "getComputedStyle(document.documentElement).getPropertyValue('--brand')",
    );
    assert.strictEqual(accent, BRANDING.primaryColor);
    // Fields on the document have the colors of paper.
    const issues = await accessibilityIssuesIn(page.mainFrame(), ["#pages"]);
    assert.deepEqual(issues, [], colorScheme);
  }
}

/** Checks that a page shows no branding. */
export async function checkNoBrand(page: Page): Promise<void> {
  assert.strictEqual(
    await page.locator(".branding, .branding-footer, link[href*=brand-]").count(),
    0,
  );
}
