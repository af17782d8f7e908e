/** The lines of a text that are not blank, as a list takes them for its items. */
export function linesOf(text: string): ReadonlyArray<string> {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
}
