/** Points in a millimetre. */
export const POINTS = 72 / 25.4;

/** Formats a number for a content stream, rounded to 0.01 points, which is finer than any device. */
export function decimal(value: number): string {
  const roundedValue = Math.round(value * 100) / 100;
  // PDF has no exponents and no negative zero.
  return Math.abs(roundedValue) < 0.01 ? "0" : String(roundedValue);
}

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
