import { type Structure, StructureElement } from "./structure.ts";

/** What elements contain: one marked part of a page, a number of elements, or anything. */
type ElementForm = "content" | number | "mixed";

/** Elements whose objects differ only in numbers; only one of the form `mixed`. */
export interface ElementGroup {
  readonly type: string;
  readonly entries: string;
  readonly form: ElementForm;
  /** In reading order. */
  readonly elements: Array<StructureElement>;
}

/** The most elements in another, and the most characters of entries, of a common form. */
const [MOST_KIDS, MOST_ENTRIES] = [12, 60];

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
  const typeOf = ({ type = "P" }: StructureElement): string => {
    const level = hasStrictHeadings ? /^H(\d)$/.exec(type)?.[1] : undefined;
    if (level === undefined) return type;
    lastLevel = Math.min(Number(level), lastLevel + 1);
    return `H${lastLevel}`;
  };
  const groupOf = (element: StructureElement, depth: number): ElementGroup => {
    const { entries } = element;
    const [type, form] = [typeOf(element), formOf(element)];
    const recent = last[depth];
    const isRecent = recent?.type === type && recent.entries === entries && recent.form === form;
    if (isRecent && form !== "mixed") return recent;
    const key = form === "mixed" ? groups.length : `${type} ${form} ${entries}`;
    let group = byKey.get(key);
    if (group === undefined) {
      group = { type, entries, form, elements: [] };
      groups.push(group);
      byKey.set(key, group);
    }
    return (last[depth] = group);
  };
  const visit = (parent: StructureElement, depth: number) => {
    const { kids } = parent;
    for (let index = 0; index < kids.length; index++) {
      const element = kids[index];
      if (!(element instanceof StructureElement)) continue;
      groupOf(element, depth).elements.push(element);
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
  const { kids } = element;
  if (kids.length > MOST_KIDS) return "mixed";
  for (const kid of kids) if (!(kid instanceof StructureElement)) return "mixed";
  return kids.length;
}
