import type { FilledField } from "./fill_field.ts";

/** A field with its number in reading order. */
interface OrderedField {
  readonly filled: FilledField;
  readonly order: number;
}

/** More notes of a document are printed in its text. */
const MAX_NOTES = 5_000;

/** Numbers the footnotes of a document, in reading order. */
export function numberNotes(pages: ReadonlyArray<ReadonlyArray<OrderedField>>): void {
  let number = 0;
  for (const fields of pages) {
    for (const { filled } of fields.toSorted((a, b) => a.order - b.order)) {
      if (filled.filling.kind !== "rich") continue;
      const parts = filled.filling.paragraphs.flatMap(({ text }) => text);
      for (const part of parts)
        if ("note" in part && number < MAX_NOTES) part.note.number = ++number;
    }
  }
}
