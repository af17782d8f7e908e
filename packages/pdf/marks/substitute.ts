/** Stands for what no font has. */
const INSTEAD = "\ufffd";

/** No font has the dot between names in katakana, but one has its narrow form. */
const NARROW = new Map([["\u30fb", "\uff65"]]);

/** What is drawn in place of a character that no font has. */
export function substituteFor(character: string): string {
  return NARROW.get(character) ?? INSTEAD;
}
