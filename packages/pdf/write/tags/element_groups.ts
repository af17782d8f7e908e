import { MOST_ENTRIES, MOST_KIDS, type Structure, StructureElement } from "./structure.ts";

/** What elements contain: one marked part of a page, a number of elements, or anything. */
type ElementForm = "content" | number | "mixed";

/** Elements whose objects differ only in numbers; only one of the form `mixed`. */
export interface ElementGroup {
  readonly type: string;
  readonly entries: string;
  readonly form: ElementForm;
  /** In reading order. A row among cells is there for all of its packed cells. */
  readonly elements: Array<StructureElement>;
  /** The number of objects. */
  count: number;
}

/** Groups the elements in a document. */
export function groupElements(
  document: StructureElement,
  { hasStrictHeadings }: Structure,
): ReadonlyArray<ElementGroup> {
  const groups: Array<ElementGroup> = [];
  const byKey = new Map<string | number, ElementGroup>();
  /** The last groups by depth: siblings have the same form for the most part. */
  const last: Array<ElementGroup> = [];
  let lastLevel = 0;
  const typeOf = (type = "P"): string => {
    const level = hasStrictHeadings ? /^H(\d)$/.exec(type)?.[1] : undefined;
    if (level === undefined) return type;
    lastLevel = Math.min(Number(level), lastLevel + 1);
    return `H${lastLevel}`;
  };
  const groupOf = (type: string, entries: string, form: ElementForm, depth: number) => {
    const recent = last[depth];
    const isRecent = recent?.type === type && recent.entries === entries && recent.form === form;
    if (isRecent && form !== "mixed") return recent;
    const key = form === "mixed" ? groups.length : `${type} ${form} ${entries}`;
    let group = byKey.get(key);
    if (group === undefined) {
      group = { type, entries, form, elements: [], count: 0 };
      groups.push(group);
      byKey.set(key, group);
    }
    return (last[depth] = group);
  };
  const visit = (parent: StructureElement, depth: number) => {
    const { cells, kids } = parent;
    if (cells !== undefined) {
      const group = groupOf(typeOf(cells.type), cells.entries, "content", depth);
      group.elements.push(parent);
      group.count += cells.count;
    }
    for (let index = 0; index < kids.length; index++) {
      const element = kids[index];
      if (!(element instanceof StructureElement)) continue;
      const group = groupOf(typeOf(element.type), element.entries, formOf(element), depth);
      group.elements.push(element);
      group.count += 1;
      element.parent = parent;
      if (element.content === undefined) visit(element, depth + 1);
    }
  };
  visit(document, 0);
  return groups;
}

function formOf(element: StructureElement): ElementForm {
  if (element.entries.length > MOST_ENTRIES) return "mixed";
  if (element.content !== undefined) return "content";
  const { cells, kids } = element;
  if (cells !== undefined) return cells.count;
  if (kids.length > MOST_KIDS) return "mixed";
  for (const kid of kids) if (!(kid instanceof StructureElement)) return "mixed";
  return kids.length;
}
