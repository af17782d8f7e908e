/** Points in a millimetre. */
export const POINTS = 72 / 25.4;

/** A number as content streams write it. */
export function decimal(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  // Neither exponents nor a minus before zero are PDF.
  return Math.abs(rounded) < 0.001 ? "0" : String(rounded);
}

/** The red, green and blue of `#rgb`, `#rrggbb` or `#rrggbbaa`, as operands; undefined for no colour. */
export function colourOperands(colour: string | null | undefined): string | undefined {
  if (colour === undefined || colour === null || colour === "") return undefined;
  const digits =
    colour.length === 4
      ? Array.from(colour.slice(1), (digit) => digit + digit).join("")
      : colour.slice(1);
  return [0, 2, 4]
    .map((at) => decimal(Number.parseInt(digits.slice(at, at + 2), 16) / 255))
    .join(" ");
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
