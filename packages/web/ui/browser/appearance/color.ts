/** Red, green and blue from 0 to 255. */
type Color = readonly [number, number, number];

/** What WCAG asks of text. */
const READABLE = 4.5;

/** Reads `#rrggbb`; nothing when it is something else. */
export function colorOf(text: string): Color | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Writes it as `#rrggbb`. */
export function hexOf(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** How well two colors are told apart, from 1 to 21, as WCAG measures it. */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The color itself, or the nearest of its shades that is read on a ground. */
export function readableOn(ground: Color, color: Color): Color {
  const end: Color = luminance(ground) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  const shades = Array.from({ length: 21 }, (_, step) => mixed(color, end, step / 20));
  return shades.find((shade) => contrast(shade, ground) >= READABLE) ?? end;
}

/** White or nearly black, whichever is read better on a color. */
export function inkOn(color: Color): Color {
  const [white, dark]: [Color, Color] = [
    [255, 255, 255],
    [17, 21, 29],
  ];
  return contrast(white, color) >= contrast(dark, color) ? white : dark;
}

/** One color with a share of another. */
export function mixed(one: Color, other: Color, share: number): Color {
  const part = (at: 0 | 1 | 2) => one[at] * (1 - share) + other[at] * share;
  return [part(0), part(1), part(2)];
}

function luminance([red, green, blue]: Color): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
