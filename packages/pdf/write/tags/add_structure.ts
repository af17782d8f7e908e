import type { DoubleDeflate } from "../deflate/double_deflate.ts";
import type { NumberedText } from "../deflate/numbered_text.ts";
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
  for (const group of groups) numberElements(group, file.reserveNumbers(group.count));
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
      numbersOf(elements),
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

function numbersOf(elements: ReadonlyArray<StructureElement>): Int32Array {
  const numbers = new Int32Array(elements.length);
  for (let index = 0; index < numbers.length; index++)
    numbers[index] = elements[index]?.number ?? 0;
  return numbers;
}

function numberElements({ form, elements }: ElementGroup, first: number): void {
  let number = first;
  for (const element of elements) {
    const { cells } = element;
    if (form === "content" && cells !== undefined) {
      cells.number = number;
      number += cells.count;
    } else element.number = number++;
  }
}

function objectsOf(group: ElementGroup, pages: ReadonlyArray<number>): ObjectGroup {
  const { type, entries, form, elements, count } = group;
  const [first] = elements;
  if (first === undefined) throw new Error("A group has elements");
  if (form === "mixed" || count === 1)
    return singleObject(first.number, [
      `<</S/${type}/P ${first.parent?.number} 0 R${entries}`,
      ...kidsParts(first, pages),
      ">>",
    ]);
  const start = `<</S/${type}/P ${FIELD} 0 R${entries}`;
  if (form === "content") {
    const template = `${start}/Pg ${FIELD} 0 R/K ${FIELD}>>`;
    const firstNumber = first.cells?.number ?? first.number;
    return repeatedObjects(firstNumber, count, template, contentWriter(elements, pages));
  }
  const kids = form === 0 ? "" : `/K[${`${FIELD} 0 R `.repeat(form)}]`;
  return repeatedObjects(first.number, count, `${start}${kids}>>`, (into, text, from, to) => {
    for (let index = from; index < to; index++) {
      const element = elements[index] ?? first;
      setNumbers(text.numbers, element);
      into.numbered(text);
    }
  });
}

/** Sets the numbers of the element around an element, and of those in it. */
function setNumbers(numbers: Int32Array, { parent, cells, kids }: StructureElement): void {
  numbers[0] = parent?.number ?? 0;
  for (let index = 0; index < (cells?.count ?? 0); index++)
    numbers[1 + index] = (cells?.number ?? 0) + index;
  for (let index = 0; index < kids.length; index++) {
    const kid = kids[index];
    if (kid instanceof StructureElement) numbers[1 + index] = kid.number;
  }
}

/** Writes elements with one marked part each, and the cells of rows among them, in their order. */
function contentWriter(elements: ReadonlyArray<StructureElement>, pages: ReadonlyArray<number>) {
  let position = 0;
  /** The number of cells of a row in an earlier stream. */
  let written = 0;
  return (into: DoubleDeflate, text: NumberedText, from: number, to: number) => {
    for (let rest = to - from; rest > 0;) {
      const element = elements[position];
      if (element === undefined) return;
      const { cells } = element;
      const content = (cells?.content ?? element.content ?? 0) + written;
      const count = Math.min(rest, (cells?.count ?? 1) - written);
      text.numbers[0] = (cells === undefined ? element.parent : element)?.number ?? 0;
      text.numbers[1] = pages[pageOf(content)] ?? 0;
      text.numbers[2] = idOf(content);
      into.numberedRun(text, 2, count);
      rest -= count;
      written += count;
      if (written < (cells?.count ?? 1)) return;
      position += 1;
      written = 0;
    }
  };
}

/** The parts of the entries for what an element contains. */
function kidsParts(
  { cells, kids }: StructureElement,
  pages: ReadonlyArray<number>,
): ReadonlyArray<string | Int32Array> {
  if (cells !== undefined)
    return [
      "/K[",
      Int32Array.from({ length: cells.count }, (_, index) => cells.number + index),
      "]",
    ];
  if (kids.length === 0) return [];
  const elements = kids.filter((kid) => kid instanceof StructureElement);
  if (elements.length === kids.length) return ["/K[", numbersOf(elements), "]"];
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
  return [
    "/IDTree<</Names[",
    ...named.flatMap(({ id, elements }) => [id, numbersOf(elements)]),
    "]>>",
  ];
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
    ...tags.flatMap(({ elements }, key) => [`${nextKey + key}[`, partNumbers(elements), "]"]),
    ...annotations.flatMap(({ element }, index) => [
      `${firstAnnotation + index} `,
      numbersOf([element]),
    ]),
    "]>>",
  ];
}

/** The numbers of the elements of a page's marked parts. */
function partNumbers(elements: PageTags["elements"]): Int32Array {
  const numbers = new Int32Array(elements.length);
  for (let id = 0; id < numbers.length; id++) {
    const { number = 0, cells } = elements[id] ?? {};
    numbers[id] = cells === undefined ? number : cells.number + id - idOf(cells.content);
  }
  return numbers;
}
