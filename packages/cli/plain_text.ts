/** What steers a terminal, or turns the reading direction; joiners within words and emoji do not. */
const STEERS = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text as it may be printed: what others wrote may not steer the terminal. Line breaks stay. */
export function plainText(text: string): string {
  return text.replace(STEERS, "\ufffd");
}

/** The same in one line without tabs: what stands in a table. */
export function plainLine(text: string): string {
  return plainText(text.replace(/\s+/gu, " ").trim());
}

/** JSON for people and programs: the same value, with nothing in it that steers a terminal. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(STEERS, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
