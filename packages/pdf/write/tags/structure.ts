import type { SizedMark } from "../../text/mark.ts";
import type { Ref } from "../pdf_file.ts";
import { textString } from "../text_string.ts";

/** The standard structure types (ISO 32000-1, 14.8.4) that documents have. */
export type StructureType =
  | `H${1 | 2 | 3 | 4 | 5 | 6}`
  | "P"
  | "Span"
  | "Link"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "THead"
  | "TBody"
  | "TFoot"
  | "TR"
  | "TH"
  | "TD"
  | "TOC"
  | "TOCI"
  | "Reference"
  | "Note"
  | "Figure"
  | "Form";

/** A marked part of a page's content as one number, which `pageOf` and `idOf` take apart. */
export type MarkedContent = number;

/** An annotation in an element. */
interface AnnotationKid {
  readonly ref: Ref;
  /** The index of its page. */
  readonly page: number;
}

/** What an element contains. */
export type StructureKid = StructureElement | MarkedContent | AnnotationKid;

const NO_KIDS: ReadonlyArray<StructureKid> = [];

/** The most elements in another, and the most characters of entries, of a common form. */
export const [MOST_KIDS, MOST_ENTRIES] = [12, 60];

/** Equal cells of a row, without an object each. */
interface PackedCells {
  readonly type: StructureType | undefined;
  readonly entries: string;
  readonly count: number;
  /** What the first one contains. The others have the next marked parts of the page. */
  readonly content: MarkedContent;
  /** The number of the first one's object. */
  number: number;
}

/** An element of a document's structure, or a field with the elements that it shows. */
export class StructureElement {
  /** Undefined for a field, whose elements are those of the document. */
  readonly type: StructureType | undefined;
  /** Entries of its dictionary, such as an alternative text; of a field, those of its elements. */
  readonly entries: string;
  /** The number of its object, and that of the element around it, when the document is written. */
  number = 0;
  parent: StructureElement | undefined;
  /** One kid has no array: long tables have many cells, and each of them has one. */
  #kids: StructureKid | Array<StructureKid> | undefined;
  #cells: PackedCells | undefined;

  constructor(type: StructureType | undefined, entries = "") {
    this.type = type;
    this.entries = entries;
  }

  /** In reading order. */
  get kids(): ReadonlyArray<StructureKid> {
    const kids = this.#kids;
    if (kids === undefined) return NO_KIDS;
    return Array.isArray(kids) ? kids : [kids];
  }

  /** Its cells in place of kids, after `packCells`. */
  get cells(): PackedCells | undefined {
    return this.#cells;
  }

  /**
   * Replaces the cells of a row, which nothing is added to any more. Long tables have many cells, most of them with
   * one marked part each. Other rows stay as they are.
   */
  packCells({ elements }: PageTags): void {
    const kids = this.#kids;
    if (!Array.isArray(kids) || kids.length > MOST_KIDS) return;
    const [first] = kids;
    if (kids.length < 2 || !(first instanceof StructureElement)) return;
    const { type, entries, content } = first;
    if (content === undefined || entries.length > MOST_ENTRIES) return;
    for (let index = 1; index < kids.length; index++) {
      const kid = kids[index];
      if (!(kid instanceof StructureElement) || kid.content !== content + index) return;
      if (kid.type !== type || kid.entries !== entries) return;
    }
    this.#cells = { type, entries, count: kids.length, content, number: 0 };
    this.#kids = undefined;
    elements.fill(this, idOf(content), idOf(content) + kids.length);
  }

  /** Its only kid, if that is marked content. */
  get content(): MarkedContent | undefined {
    return typeof this.#kids === "number" ? this.#kids : undefined;
  }

  /** Adds an element at the end. Those of a field have its entries. */
  add(type: StructureType, entries = ""): StructureElement {
    const own = this.type === undefined ? this.entries + entries : entries;
    const element = new StructureElement(type, own);
    this.addKid(element);
    return element;
  }

  /** Adds elements at the end. */
  addAll(elements: Array<StructureElement>): void {
    if (this.#kids === undefined) this.#kids = elements;
    else for (const element of elements) this.addKid(element);
  }

  /** Adds anything at the end. */
  addKid(kid: StructureKid): void {
    if (this.#kids === undefined) this.#kids = kid;
    else if (Array.isArray(this.#kids)) this.#kids.push(kid);
    else this.#kids = [this.#kids, kid];
  }
}

class LinkElement extends StructureElement {
  readonly target: string;

  constructor(target: string) {
    super("Link");
    this.target = target;
  }
}

/** Bits for more than the marked parts of any page. */
const ID_BITS = 20;

/** The index of the page of marked content. */
export function pageOf(content: MarkedContent): number {
  return content >>> ID_BITS;
}

/** The number of marked content on its page. */
export function idOf(content: MarkedContent): number {
  return content & ((1 << ID_BITS) - 1);
}

/** Ends a marked part of content. */
export const END_MARKED = "EMC\n";

/** Marks content that is no part of the structure, such as backgrounds, lines and page numbers. */
export function artifact(content: string): string {
  return content === "" ? "" : `${BEGIN_ARTIFACT}${content}${END_MARKED}`;
}

export const BEGIN_ARTIFACT = "/Artifact BMC\n";

/** The operators that begin marked content, with a prefix, by type and number. All pages have the same. */
interface ContentMarks {
  readonly prefix: string;
  readonly byType: Partial<Record<StructureType, Array<string>>>;
}

/** The operators of the first marked content, and those of content behind other content. */
const FIRST: ContentMarks = { prefix: "", byType: {} };
const NEXT: ContentMarks = { prefix: END_MARKED, byType: {} };

export const SOFT_HYPHEN = "\u00ad";

const ACTUAL_HYPHEN = `/ActualText${textString(SOFT_HYPHEN)}`;

/** The operators of higher numbers are not kept from one page to the next. */
const MOST_MARKS = 500;

/** The elements of links, and of texts in other languages. */
interface MarkedElements {
  readonly links: Map<SizedMark, StructureElement>;
  readonly spans: Map<SizedMark, StructureElement>;
}

/** The marked content of a page. */
export class PageTags {
  /** The element of each marked part, by its number on the page; for packed cells that of their row. */
  readonly elements: Array<StructureElement> = [];
  readonly #page: number;
  readonly #links: Map<SizedMark, StructureElement>;
  readonly #spans: Map<SizedMark, StructureElement>;

  constructor(page: number, { links, spans }: MarkedElements) {
    this.#page = page;
    this.#links = links;
    this.#spans = spans;
  }

  /** Returns the operator that begins content of an element. `END_MARKED` ends it. */
  begin(element: StructureElement): string {
    return this.#begin(element, FIRST);
  }

  /** Returns the operators that end the open content, and begin that of an element. */
  next(element: StructureElement): string {
    return this.#begin(element, NEXT);
  }

  #begin(element: StructureElement, { prefix, byType }: ContentMarks): string {
    const id = this.elements.push(element) - 1;
    element.addKid((this.#page << ID_BITS) + id);
    const { type = "P" } = element;
    const marks = (byType[type] ??= []);
    const mark = marks[id];
    if (mark !== undefined) return mark;
    const newMark = `${prefix}/${type}<</MCID ${id}>>BDC\n`;
    if (id < MOST_MARKS) marks[id] = newMark;
    return newMark;
  }

  /**
   * Returns the element of a hyphen that divides a word, in another, and the operators that end the open content and
   * begin the hyphen. Screen readers and text extraction read it as a soft hyphen, so that they can join the word.
   */
  softHyphenIn(parent: StructureElement) {
    const element = parent.add("Span", ACTUAL_HYPHEN);
    const id = this.elements.push(element) - 1;
    element.addKid((this.#page << ID_BITS) + id);
    // Not one content in another: Poppler ends both with the first.
    return { element, begin: `${END_MARKED}/Span<</MCID ${id}${ACTUAL_HYPHEN}>>BDC\n` };
  }

  /** Returns the element of a link in another. Adjacent parts with the same target are one link. */
  linkIn(parent: StructureElement, mark: SizedMark): StructureElement {
    const existing = this.#links.get(mark);
    if (existing !== undefined) return existing;
    const last = parent.kids.at(-1);
    const joins = last instanceof LinkElement && last.target === mark.link;
    const link = joins ? last : new LinkElement(mark.link ?? "");
    // The number of a footnote is a reference to it.
    if (!joins) (mark.note === undefined ? parent : parent.add("Reference")).addKid(link);
    this.#links.set(mark, link);
    return link;
  }

  /** Returns the element of a text in another language, in another. */
  spanIn(parent: StructureElement, mark: SizedMark): StructureElement {
    const existing = this.#spans.get(mark);
    if (existing !== undefined) return existing;
    const span = parent.add("Span", `/Lang ${textString(mark.language ?? "")}`);
    this.#spans.set(mark, span);
    return span;
  }

  /** Returns the element of a link that text of the document already shows. */
  linkOf(mark: SizedMark): StructureElement | undefined {
    return this.#links.get(mark);
  }
}

/** The structure of a document, which its fields add to while its pages are painted. */
export class Structure {
  /** The fields, in reading order. */
  readonly fields: Array<StructureElement> = [];
  /** Whether headings skip no level: one that would has the next level. */
  readonly hasStrictHeadings: boolean;
  readonly #marked: MarkedElements = { links: new Map(), spans: new Map() };

  constructor(hasStrictHeadings = false) {
    this.hasStrictHeadings = hasStrictHeadings;
  }

  /** Adds fields without elements, by their languages; undefined is that of the document. */
  addFields(languages: ReadonlyArray<string | undefined>): ReadonlyArray<StructureElement> {
    const fields = languages.map((language) => {
      const entries = language === undefined ? "" : `/Lang ${textString(language)}`;
      return new StructureElement(undefined, entries);
    });
    for (const field of fields) this.fields.push(field);
    return fields;
  }

  page(index: number): PageTags {
    return new PageTags(index, this.#marked);
  }
}
