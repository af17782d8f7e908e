/** The fonts that the pages show as they print, by their names in layouts. */
const SHOWN = new Set([
  "Roboto",
  "Roboto-Light",
  "Roboto-Medium",
  "Roboto-Bold",
  "Roboto-Italic",
  "Roboto-BoldItalic",
]);

/** The fonts of browsers that are most like other bundled fonts. Previews and documents have the real ones. */
const SIMILAR: ReadonlyArray<readonly [start: string, family: string]> = [
  ["SourceSerif", "serif"],
  ["SourceCode", "monospace"],
  ["Caveat", "cursive"],
];

/** The CSS font family of a font of layouts; of a project's own font, that of Roboto. */
export function fontFamily(fontName: unknown): string {
  const name = typeof fontName === "string" && fontName !== "" ? fontName : "Roboto";
  const similar = SIMILAR.find(([start]) => name.startsWith(start))?.[1];
  return similar ?? `"${familyOf(SHOWN.has(name) ? name : "Roboto")}", sans-serif`;
}

/** The CSS name of a font of layouts. */
export function familyOf(name: string): string {
  return `Paraph ${name}`;
}
