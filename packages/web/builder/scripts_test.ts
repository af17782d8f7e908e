import { assert, describe, it } from "@effect/vitest";

import { allowAllScripts } from "./browser/canvas/all_scripts.ts";

describe("allowAllScripts()", () => {
  it("makes cached fonts accept every character and keeps their other properties", async () => {
    const cache = new Map<unknown, unknown>();
    allowAllScripts(cache);
    allowAllScripts(cache);
    const font = { name: "Roboto", hasGlyphForCodePoint: () => false };
    cache.set("getFontKitFont-Roboto", Promise.resolve(font));
    cache.set("width-Roboto", 12);
    await cache.get("getFontKitFont-Roboto");
    assert.isTrue(font.hasGlyphForCodePoint());
    assert.strictEqual(cache.get("width-Roboto"), 12);
  });
});
