import type { Appearance } from "../session/context.ts";
import { accentProperties, type Theme } from "./accent.ts";

/** Radii beyond what the interface allows would swallow what they surround. */
const LARGEST_RADIUS = 24;

/**
 * Makes the page look as the partner wants: the attribute `data-theme` of the root is `light` or
 * `dark`, and the custom properties `--accent`, `--brand` and `--radius` follow.
 *
 * @param onTheme Hears of the theme that is seen, now and whenever it changes.
 */
export function applyAppearance(
  appearance: Appearance,
  onTheme: (theme: Theme) => void = () => {},
): void {
  const night = matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    const theme = themeOf(appearance, night.matches);
    const { dataset, style } = document.documentElement;
    dataset["theme"] = theme;
    for (const [name, value] of Object.entries(properties(appearance, theme))) {
      style.setProperty(name, value);
    }
    onTheme(theme);
  };
  night.addEventListener("change", dress);
  dress();
}

function themeOf({ theme = "auto" }: Appearance, isNight: boolean): Theme {
  if (theme === "light" || theme === "dark") return theme;
  return isNight ? "dark" : "light";
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
