import type { Appearance } from "../session/context.ts";
import { accentProperties, type Theme } from "./color.ts";

/** The maximum radius in pixels; the API allows no larger ones. */
const LARGEST_RADIUS = 24;

/**
 * Applies the integrator's appearance: sets the attribute `data-theme` of the root to `light` or `dark`, and
 * the custom properties `--accent`, `--brand` and `--radius`.
 */
export function applyAppearance(appearance: Appearance): void {
  const darkScheme = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const theme = themeOf(appearance, darkScheme.matches);
    const { dataset, style } = document.documentElement;
    dataset["theme"] = theme;
    for (const [name, value] of Object.entries(properties(appearance, theme))) {
      style.setProperty(name, value);
    }
  };
  darkScheme.addEventListener("change", apply);
  apply();
}

function themeOf({ theme = "auto" }: Appearance, isDark: boolean): Theme {
  if (theme === "light" || theme === "dark") return theme;
  return isDark ? "dark" : "light";
}

function properties(
  { primaryColor, borderRadius }: Appearance,
  theme: Theme,
): Record<string, string> {
  const radius =
    borderRadius === undefined
      ? {}
      : { "--radius": `${Math.max(0, Math.min(LARGEST_RADIUS, borderRadius))}px` };
  const accent = primaryColor === undefined ? {} : accentProperties(primaryColor, theme);
  return { ...accent, ...radius };
}
