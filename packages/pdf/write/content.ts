/** Points in a millimetre. */
export const POINTS = 72 / 25.4;

/** A number as content streams write it: a hundredth of a point is finer than any device. */
export function decimal(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  // Neither exponents nor a minus before zero are PDF.
  return Math.abs(rounded) < 0.01 ? "0" : String(rounded);
}

/** A number of a matrix or a scale, where small parts of one count. */
export function precise(value: number): string {
  return Math.abs(value) < 1e-6 ? "0" : value.toFixed(6).replace(/\.?0+$/, "");
}

const colours = new Map<string, string>();

/** The red, green and blue of `#rgb`, `#rrggbb` or `#rrggbbaa`, as operands; undefined for no colour. */
export function colourOperands(colour: string | null | undefined): string | undefined {
  if (colour === undefined || colour === null || colour === "") return undefined;
  const known = colours.get(colour);
  if (known !== undefined) return known;
  const digits =
    colour.length === 4
      ? Array.from(colour.slice(1), (digit) => digit + digit).join("")
      : colour.slice(1);
  const operands = [0, 2, 4]
    .map((at) =>
      precise(Math.round((Number.parseInt(digits.slice(at, at + 2), 16) / 255) * 1000) / 1000),
    )
    .join(" ");
  if (colours.size >= 1000) colours.clear();
  colours.set(colour, operands);
  return operands;
}

/** A filled rectangle, from its top left corner down, all in points from the bottom of the page. */
export function filledBox(
  colour: string,
  left: number,
  top: number,
  width: number,
  height: number,
): string {
  return `${colour} rg ${decimal(left)} ${decimal(top - height)} ${decimal(width)} ${decimal(height)} re f\n`;
}
