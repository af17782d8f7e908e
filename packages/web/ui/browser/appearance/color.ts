/** The theme of the page. */
export type Theme = "light" | "dark";

/** The background of text in the accent color, as in the stylesheet. */
const SURFACES = { light: [255, 255, 255], dark: [28, 32, 38] } as const;

/** Of the colors behind text, the ones with the least contrast to it. */
export const GROUNDS = { light: [233, 236, 240], dark: [28, 32, 38] } as const;

/**
 * Returns the custom properties for an integrator's color; none if it is not a color.
 *
 * @param surface The background of texts in the color.
 */
export function accentProperties(
  primaryColor: string,
  theme: Theme,
  surface: Color = SURFACES[theme],
): Record<string, string> {
  const brand = parseColor(primaryColor);
  if (brand === undefined) return {};
  const accent = readableColorOn(surface, brand);
  const ink = textColorOn(brand);
  return {
    "--accent": toHex(accent),
    "--accent-strong": toHex(mixColors(accent, textColorOn(surface), 0.15)),
    "--on-accent": toHex(textColorOn(accent)),
    // Filled areas have the exact color.
    "--brand": toHex(brand),
    // Away from the color of the text on it, so that the text stays readable.
    "--brand-strong": toHex(mixColors(brand, textColorOn(ink), 0.12)),
    "--on-brand": toHex(ink),
  };
}

/** Red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number];

/** The contrast that WCAG requires of text, 4.5, and a reserve for rounding. */
const READABLE = 4.55;

/** Parses `#rrggbb`. */
export function parseColor(text: string): Color | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Returns `#rrggbb`. */
export function toHex(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the contrast of two colors as WCAG defines it, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the color, or its nearest shade that is readable on a background. */
function readableColorOn(ground: Color, color: Color): Color {
  const end: Color = luminance(ground) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  const shades = Array.from({ length: 21 }, (_, step) => mixColors(color, end, step / 20));
  return shades.find((shade) => contrast(shade, ground) >= READABLE) ?? end;
}

/** Returns white or black, whichever has more contrast on a color: 4.5 at least. */
function textColorOn(color: Color): Color {
  const [white, black]: [Color, Color] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  return contrast(white, color) >= contrast(black, color) ? white : black;
}

/** Mixes a color with a share of another, from 0 to 1. */
function mixColors(one: Color, other: Color, share: number): Color {
  const part = (channel: 0 | 1 | 2) => one[channel] * (1 - share) + other[channel] * share;
  return [part(0), part(1), part(2)];
}

function luminance([red, green, blue]: Color): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
