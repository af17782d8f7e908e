import { colorOf, hexOf, inkOn, mixed, readableOn } from "./color.ts";

/** The theme that is seen. */
export type Theme = "light" | "dark";

/** What text in the accent's color stands on, as the stylesheet has it. */
const SURFACES = { light: [255, 255, 255], dark: [28, 32, 38] } as const;

/** The custom properties that a partner's color becomes; none when it is no color. */
export function accentProperties(primaryColor: string, theme: Theme): Record<string, string> {
  const brand = colorOf(primaryColor);
  if (brand === undefined) return {};
  const surface = SURFACES[theme];
  const accent = readableOn(surface, brand);
  const ink = inkOn(brand);
  return {
    "--accent": hexOf(accent),
    "--accent-strong": hexOf(mixed(accent, inkOn(surface), 0.15)),
    "--on-accent": hexOf(inkOn(accent)),
    // What is filled with the color keeps it as it is.
    "--brand": hexOf(brand),
    // Away from what is written on it, so that it stays read.
    "--brand-strong": hexOf(mixed(brand, inkOn(ink), 0.12)),
    "--on-brand": hexOf(ink),
  };
}
