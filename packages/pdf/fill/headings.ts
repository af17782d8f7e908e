import type { FilledField } from "./fill_field.ts";
import type { Heading } from "./heading.ts";
import { plainText, type RichPart } from "./rich_text.ts";

/** A field on a page without end. */
interface PositionedField {
  readonly filled: FilledField;
  readonly top: number;
}

const headings = new WeakMap<FilledField, ReadonlyArray<Heading>>();

/** The headings of a field, which {@linkcode orderedHeadings} has found. */
export function headingsOf(field: FilledField): ReadonlyArray<Heading> {
  return headings.get(field) ?? [];
}

/** Finds the headings of a document, in reading order: by page, and from top to bottom. */
export function orderedHeadings(
  pages: ReadonlyArray<ReadonlyArray<PositionedField>>,
): ReadonlyArray<Heading> {
  const all: Array<Heading> = [];
  for (const fields of pages) {
    const ordered = fields.toSorted(
      (a, b) => a.top - b.top || a.filled.field.position.x - b.filled.field.position.x,
    );
    for (const { filled } of ordered) {
      const own = findHeadings(filled, all.length);
      if (own.length === 0) continue;
      headings.set(filled, own);
      all.push(...own);
    }
  }
  return all;
}

function findHeadings({ filling }: FilledField, count: number): ReadonlyArray<Heading> {
  const found: Array<Heading> = [];
  const add = (parts: ReadonlyArray<RichPart>, level: number, paragraph: number) => {
    const title = plainText(parts).replaceAll(/\s+/g, " ").trim();
    const name = `heading.${count + found.length + 1}`;
    if (title !== "") found.push({ title, level, name, paragraph });
  };
  if (filling.kind === "text" && typeof filling.field.heading === "number")
    add(filling.parts, filling.field.heading, 0);
  if (filling.kind === "rich")
    filling.paragraphs.forEach(({ heading, text }, index) => {
      if (heading > 0) add(text, heading, index);
    });
  return found;
}
