import { LruCache } from "../lru_cache.ts";
import { drawSvg, type SvgDrawing, type SvgSettings } from "./svg_drawing.ts";

/** Most documents of a template repeat their drawings. */
const drawings = new LruCache<SvgDrawing>({ count: 200, bytes: 4 * 1024 * 1024 });

/** Draws an SVG, or returns the same drawing again. */
export function cachedDrawing(
  text: string,
  settings: SvgSettings & { readonly isArchivable: boolean },
): SvgDrawing {
  const { width, height, language, fonts, failsOnMissingGlyph, isArchivable } = settings;
  const keys = fonts.map(({ key, name }) => [key, name]);
  const look = [width, height, language, keys, failsOnMissingGlyph, isArchivable];
  const key = `${JSON.stringify(look)} ${text}`;
  const cached = drawings.get(key);
  if (cached !== undefined) return cached;
  const drawing = drawSvg(text, settings);
  drawings.set(key, drawing, key.length);
  return drawing;
}
