import { assert, describe, it } from "@effect/vitest";

import { allowAllScripts } from "./browser/canvas/all_scripts.ts";

describe("allowAllScripts()", () => {
  it("makes cached fonts accept every character and keeps their other properties", async () => {
    const kept = new Map<unknown, unknown>();
    allowAllScripts(kept);
    allowAllScripts(kept);
    const font = { name: "Roboto", hasGlyphForCodePoint: () => false };
    kept.set("getFontKitFont-Roboto", Promise.resolve(font));
    kept.set("width-Roboto", 12);
    await kept.get("getFontKitFont-Roboto");
    assert.isTrue(font.hasGlyphForCodePoint());
    assert.strictEqual(kept.get("width-Roboto"), 12);
  });
});
