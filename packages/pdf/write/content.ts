/** Points in a millimetre. */
export const POINTS = 72 / 25.4;

/** Formats a number for a content stream, rounded to 0.01 points, which is finer than any device. */
export function decimal(value: number): string {
  const roundedHundredths = Math.round(value * 100);
  const hundredths = Math.abs(roundedHundredths);
  // PDF has no exponents and no negative zero.
  if (hundredths === 0) return "0";
  if (!(hundredths < MAX_HUNDREDTHS)) return String(roundedHundredths / 100);
  // Faster than to find the shortest digits of a fraction.
  const fraction = hundredths % 100;
  const digits = String((hundredths - fraction) / 100) + FRACTIONS[fraction];
  return roundedHundredths < 0 ? `-${digits}` : digits;
}

const MAX_HUNDREDTHS = 2 ** 31;

/** The digits after the whole number, by hundredths. */
const FRACTIONS = Array.from({ length: 100 }, (_, hundredths) => String(hundredths / 100).slice(1));

/** Formats a number with six decimals, for matrices and scales. */
export function precise(value: number): string {
  return Math.abs(value) < 1e-6 ? "0" : value.toFixed(6).replace(/\.?0+$/, "");
}

const colours = new Map<string, string>();

/** Converts `#rgb`, `#rrggbb` or `#rrggbbaa` to red, green and blue as operands; undefined for no colour. */
export function colourOperands(colour: string | null | undefined): string | undefined {
  if (colour === undefined || colour === null || colour === "") return undefined;
  const cachedOperands = colours.get(colour);
  if (cachedOperands !== undefined) return cachedOperands;
  const digits =
    colour.length === 4
      ? Array.from(colour.slice(1), (digit) => digit + digit).join("")
      : colour.slice(1);
  const operands = [0, 2, 4]
    .map((offset) =>
      precise(
        Math.round((Number.parseInt(digits.slice(offset, offset + 2), 16) / 255) * 1000) / 1000,
      ),
    )
    .join(" ");
  if (colours.size >= 1000) colours.clear();
  colours.set(colour, operands);
  return operands;
}

/**
 * Content that draws a filled rectangle. `left` and `top` are in points from the lower left corner of the
 * page.
 */
export function filledBox(
  colour: string,
  left: number,
  top: number,
  width: number,
  height: number,
): string {
  return `${colour} rg ${decimal(left)} ${decimal(top - height)} ${decimal(width)} ${decimal(height)} re f\n`;
}
