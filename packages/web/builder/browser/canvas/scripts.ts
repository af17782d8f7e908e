import { isRecord } from "../is_record.ts";

/** What the designer keeps fonts under, beside much else. */
const FONT_KEY = "getFontKitFont-";

const seen = new WeakSet<Map<unknown, unknown>>();

/**
 * Has the designer show letters that its own fonts lack. It puts a mark in place of each; the browser has
 * others for them, and documents print in fonts for every script.
 *
 * @param kept Where the designer keeps the fonts that it has read.
 */
export function showEveryScript(kept: Map<unknown, unknown>): void {
  if (seen.has(kept)) return;
  seen.add(kept);
  const keep = kept.set.bind(kept);
  kept.set = (key, value) => {
    const isFont = typeof key === "string" && key.startsWith(FONT_KEY);
    // It waits for the same font, a moment later.
    return keep(key, isFont && value instanceof Promise ? value.then(withEveryGlyph) : value);
  };
}

function withEveryGlyph(font: unknown): unknown {
  if (isRecord(font)) Object.assign(font, { hasGlyphForCodePoint: () => true });
  return font;
}
