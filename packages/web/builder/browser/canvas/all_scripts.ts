import { isRecord } from "../../../ui/browser/is_record.ts";

/** The prefix of the designer's cache keys for fonts. */
const FONT_KEY = "getFontKitFont-";

const patchedCaches = new WeakSet<Map<unknown, unknown>>();

/**
 * Makes the designer show characters that its fonts lack, which it would replace by a box. Browsers have
 * fallback fonts, and documents print in fonts for every script.
 *
 * @param cache The designer's cache of fonts.
 */
export function allowAllScripts(cache: Map<unknown, unknown>): void {
  if (patchedCaches.has(cache)) return;
  patchedCaches.add(cache);
  const put = cache.set.bind(cache);
  cache.set = (key, value) => {
    const isFont = typeof key === "string" && key.startsWith(FONT_KEY);
    // The designer awaits the cached promise.
    return put(key, isFont && value instanceof Promise ? value.then(withAllGlyphs) : value);
  };
}

function withAllGlyphs(font: unknown): unknown {
  if (isRecord(font)) Object.assign(font, { hasGlyphForCodePoint: () => true });
  return font;
}
