import type { RichParagraph, RichParagraphs } from "../../rich/markdown.ts";
import type { StructureElement } from "../../write/tags/structure.ts";
import { inOrder, ListElements } from "./list_elements.ts";
import { headingLevel } from "./paragraph_elements.ts";

/** The elements of a paragraph of rich text. */
export interface RichElements {
  readonly text: StructureElement;
  /** Of the bullet or the number of an item. */
  readonly label?: StructureElement;
}

/**
 * Builds the structure of rich text: headings, paragraphs and nested lists. Returns a lookup, which adds the
 * elements up to a paragraph, so that a nested list follows the text of its item.
 */
export function richElements(
  paragraphs: RichParagraphs<unknown>,
  parent: StructureElement,
): (paragraph: number) => RichElements | undefined {
  const lists = new ListElements(parent);
  return inOrder(paragraphs, (paragraph, index): RichElements => {
    const { heading, marker, lists: around } = paragraph;
    const level = around.length - 1;
    if (marker !== undefined && level >= 0) {
      const { label, body } = lists.item(level, numberOf(marker));
      const hasMore = isContinuation(paragraphs[index + 1], around.length) || heading > 0;
      return { label, text: hasMore ? textOf(body, heading) : body };
    }
    return { text: textOf(lists.bodyAt(level) ?? parent, heading) };
  });
}

function textOf(parent: StructureElement, heading: number): StructureElement {
  const level = headingLevel(heading);
  return parent.add(level === undefined ? "P" : `H${level}`);
}

/** Whether a paragraph is a further one of the item of a list. */
function isContinuation(paragraph: RichParagraph<unknown> | undefined, depth: number): boolean {
  return paragraph?.marker === undefined && paragraph?.lists.length === depth;
}

/** The number of an item, undefined for a bullet. */
function numberOf(marker: string): number | undefined {
  return /^\d+\.$/.test(marker) ? Number.parseInt(marker, 10) : undefined;
}
