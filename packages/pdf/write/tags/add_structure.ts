import { FIELD, type ObjectGroup, repeatedObjects, singleObject } from "../packed_objects.ts";
import type { PdfFile, Ref } from "../pdf_file.ts";
import type { AddedStructure } from "./added_structure.ts";
import { type ElementGroup, groupElements } from "./element_groups.ts";
import { idOf, pageOf, type PageTags, type Structure, StructureElement } from "./structure.ts";

/** An annotation and the element that it is in. */
export interface TaggedAnnotation {
  readonly ref: Ref;
  readonly element: StructureElement;
}

/** The pages of a document: their objects and their marked content. */
export interface TaggedPages {
  readonly refs: ReadonlyArray<Ref>;
  readonly tags: ReadonlyArray<PageTags>;
  /** Their keys in the parent tree follow those of the pages. */
  readonly annotations: ReadonlyArray<TaggedAnnotation>;
}

/** The structures of PDFs that are part of a document. */
export interface OtherStructures {
  /** The number of the root element, which they refer to. */
  readonly document: Ref;
  readonly before: ReadonlyArray<AddedStructure>;
  readonly after: ReadonlyArray<AddedStructure>;
  /** The first key in the parent tree that they do not use. */
  readonly nextKey: number;
}

/** Writes the structure of a document. Returns the entries of its catalog. */
export function addStructure(
  file: PdfFile,
  structure: Structure,
  pages: TaggedPages,
  others?: OtherStructures,
): string {
  const { before = [], after = [], nextKey = 0 } = others ?? {};
  const document = new StructureElement(undefined);
  const elements: Array<StructureElement> = [];
  for (const { kids } of structure.fields)
    for (const kid of kids) if (kid instanceof StructureElement) elements.push(kid);
  document.addAll(elements);
  const [root, parents] = [file.reserveNumbers(1), file.reserveNumbers(1)];
  document.number =
    others === undefined ? file.reserveNumbers(1) : Number.parseInt(others.document, 10);
  const groups = groupElements(document, structure);
  for (const { elements } of groups) {
    let number = file.reserveNumbers(elements.length);
    for (const element of elements) element.number = number++;
  }
  const keys = nextKey + pages.tags.length + pages.annotations.length;
  const pageNumbers = pages.refs.map((ref) => Number.parseInt(ref, 10));
  file.addPacked([
    singleObject(root, [
      `<</Type/StructTreeRoot/K ${document.number} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${keys}`,
      ...idTree(groups),
      ">>",
    ]),
    singleObject(document.number, [
      `<</S/Document/P ${root} 0 R/K[${refsOf(before)}`,
      elements,
      `${refsOf(after)}]>>`,
    ]),
    ...groups.map((group) => objectsOf(group, pageNumbers)),
    singleObject(parents, parentTree(pages, [...before, ...after], nextKey)),
  ]);
  return `/MarkInfo<</Marked true>>/StructTreeRoot ${root} 0 R`;
}

function refsOf(structures: ReadonlyArray<AddedStructure>): string {
  return structures.map(({ element }) => ` ${element} `).join("");
}

function elementsIn(kids: StructureElement["kids"]): ReadonlyArray<StructureElement> {
  return kids.filter((kid) => kid instanceof StructureElement);
}

function objectsOf(group: ElementGroup, pages: ReadonlyArray<number>): ObjectGroup {
  const { type, entries, form, elements } = group;
  const [first] = elements;
  if (first === undefined) throw new Error("A group has elements");
  if (form === "mixed" || elements.length === 1)
    return singleObject(first.number, [
      `<</S/${type}/P ${first.parent?.number} 0 R${entries}`,
      ...kidsParts(first.kids, pages),
      ">>",
    ]);
  const content =
    form === "content" ? `/Pg ${FIELD} 0 R/K ${FIELD}` : `/K[${`${FIELD} 0 R `.repeat(form)}]`;
  const template = `<</S/${type}/P ${FIELD} 0 R${entries}${form === 0 ? "" : content}>>`;
  return repeatedObjects(first.number, elements.length, template, (numbers, index) => {
    const element = elements[index] ?? first;
    const { parent, content } = element;
    numbers[0] = parent?.number ?? 0;
    if (content !== undefined) {
      numbers[1] = pages[pageOf(content)] ?? 0;
      numbers[2] = idOf(content);
    } else setNumbers(numbers, 1, element.kids);
  });
}

/** Sets the numbers of elements from a field on. */
function setNumbers(numbers: Int32Array, field: number, kids: StructureElement["kids"]): void {
  for (let index = 0; index < kids.length; index++) {
    const kid = kids[index];
    if (kid instanceof StructureElement) numbers[field + index] = kid.number;
  }
}

/** The parts of the entries for what an element contains. */
function kidsParts(
  kids: StructureElement["kids"],
  pages: ReadonlyArray<number>,
): ReadonlyArray<string | ReadonlyArray<StructureElement>> {
  if (kids.length === 0) return [];
  const elements = elementsIn(kids);
  if (elements.length === kids.length) return ["/K[", elements, "]"];
  const first = kids.find((kid) => typeof kid === "number");
  const page = first === undefined ? undefined : pageOf(first);
  const parts = kids.map((kid) => {
    if (kid instanceof StructureElement) return `${kid.number} 0 R`;
    if (typeof kid !== "number") {
      const other = kid.page === page ? "" : `/Pg ${pages[kid.page]} 0 R`;
      return `<</Type/OBJR${other}/Obj ${kid.ref}>>`;
    }
    return pageOf(kid) === page
      ? String(idOf(kid))
      : `<</Type/MCR/Pg ${pages[pageOf(kid)]} 0 R/MCID ${idOf(kid)}>>`;
  });
  return [`${page === undefined ? "" : `/Pg ${pages[page]} 0 R`}/K[${parts.join(" ")}]`];
}

/** The identifiers of elements, which footnotes have. */
function idTree(groups: ReadonlyArray<ElementGroup>) {
  const named = groups
    .filter(({ entries }) => entries.includes(ID))
    .map(({ entries, elements }) => ({ id: entries.slice(entries.indexOf(ID) + 3), elements }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (named.length === 0) return [];
  return ["/IDTree<</Names[", ...named.flatMap(({ id, elements }) => [id, elements]), "]>>"];
}

const ID = "/ID(";

/** The elements of the marked content of each page, and those of annotations, behind those of added PDFs. */
function parentTree(
  { tags, annotations }: TaggedPages,
  added: ReadonlyArray<AddedStructure>,
  nextKey: number,
) {
  const others = added.flatMap(({ parents }) => parents).toSorted(([a], [b]) => a - b);
  const firstAnnotation = nextKey + tags.length;
  return [
    `<</Nums[${others.map(([key, value]) => `${key} ${value} `).join("")}`,
    ...tags.flatMap(({ elements }, key) => [`${nextKey + key}[`, elements, "]"]),
    ...annotations.flatMap(({ element }, index) => [`${firstAnnotation + index} `, [element]]),
    "]>>",
  ];
}
