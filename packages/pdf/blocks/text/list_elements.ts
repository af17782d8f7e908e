import type { StructureElement } from "../../write/tags/structure.ts";

/** The elements of an item: its bullet or number, and its text. */
export interface ItemElements {
  readonly label: StructureElement;
  readonly body: StructureElement;
}

interface OpenList {
  readonly list: StructureElement;
  readonly isOrdered: boolean;
  /** The text of its last item. */
  body: StructureElement | undefined;
  /** The number of its last item. */
  number: number;
}

/** Builds the structure of nested lists, item by item. */
export class ListElements {
  readonly #parent: StructureElement;
  readonly #open: Array<OpenList> = [];

  constructor(parent: StructureElement) {
    this.#parent = parent;
  }

  /**
   * Adds an item.
   *
   * @param level 0 for a list that is in no other.
   * @param number The number of an item of an ordered list.
   */
  item(level: number, number?: number): ItemElements {
    this.closeTo(level + 1);
    const open = this.#open[level];
    if (open !== undefined && !continues(open, number)) this.closeTo(level);
    while (this.#open.length <= level) this.#openList(number !== undefined);
    const top = this.#open[level];
    if (top === undefined) throw new Error("The list was just opened");
    const item = top.list.add("LI");
    const elements = { label: item.add("Lbl"), body: item.add("LBody") };
    top.body = elements.body;
    top.number = number ?? 0;
    return elements;
  }

  /** Returns the text of the last item, undefined outside of lists. */
  bodyAt(level: number): StructureElement | undefined {
    this.closeTo(level + 1);
    return this.#open[level]?.body;
  }

  /** Ends the lists from a level on. */
  closeTo(level: number): void {
    this.#open.length = Math.min(this.#open.length, level);
  }

  #openList(isOrdered: boolean): void {
    const outer = this.#open.at(-1);
    const parent = outer === undefined ? this.#parent : (outer.body ?? outer.list);
    const numbering = isOrdered ? "Decimal" : "Disc";
    const list = parent.add("L", `/A<</O/List/ListNumbering/${numbering}>>`);
    this.#open.push({ list, isOrdered, body: undefined, number: 0 });
  }
}

/** Returns a lookup by index, which makes the parts up to it in order, each once. */
export function inOrder<A, B>(
  sources: ReadonlyArray<A>,
  make: (source: A, index: number) => B,
): (index: number) => B | undefined {
  const parts: Array<B> = [];
  return (index) => {
    for (const source of sources.slice(parts.length, index + 1))
      parts.push(make(source, parts.length));
    return parts[index];
  };
}

/** Whether an item belongs to a list, and does not begin another one. */
function continues({ isOrdered, number: last }: OpenList, number: number | undefined): boolean {
  return isOrdered ? number === last + 1 : number === undefined;
}
