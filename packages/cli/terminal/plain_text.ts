/** Characters that control a terminal or turn the reading direction. Joiners in words and emoji do not. */
const CONTROLS = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces characters that control the terminal, since text may come from others. Line breaks stay. */
export function plainText(text: string): string {
  return text.replace(CONTROLS, "\ufffd");
}

/** The same in one line without tabs, for a table. */
export function plainLine(text: string): string {
  return plainText(text.replace(/\s+/gu, " ").trim());
}

/** JSON of the same value, with characters that control a terminal escaped. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(CONTROLS, (character) =>
    Array.from({ length: character.length }, (_, index) =>
      escapeUnit(character.charCodeAt(index)),
    ).join(""),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
