/** The codes of a text, which spaces and line breaks separate. */
export function codes(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
