import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from "pdf-lib";

import { dictEntry, entry, nameEntry, textOf } from "./pdf_objects.ts";

/** A bookmark of a PDF and the place that it leads to. */
export interface ReadBookmark {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** A page and how it is shown; undefined for a bookmark without a target. */
  readonly place: PDFArray | undefined;
}

const MAX_BOOKMARKS = 10_000;
const MAX_LEVEL = 20;

/** The bookmarks of a PDF in their order. Those that lead to other files are headings. */
export function readOutline(doc: PDFDocument): ReadonlyArray<ReadBookmark> {
  const { catalog } = doc;
  const destinations = new Destinations(doc);
  const bookmarks: Array<ReadBookmark> = [];
  const visited = new Set<PDFDict>();
  const pending: Array<readonly [PDFDict | undefined, number]> = [
    [dictEntry(dictEntry(catalog, "Outlines"), "First"), 1],
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [item, level] = next;
    if (item === undefined || visited.has(item) || bookmarks.length >= MAX_BOOKMARKS) continue;
    visited.add(item);
    const title = (textOf(entry(item, "Title")) ?? "").toWellFormed().replaceAll(/\p{Cc}+/gu, " ");
    bookmarks.push({ title, level, place: destinations.of(item) });
    pending.push([dictEntry(item, "Next"), level]);
    if (level < MAX_LEVEL) pending.push([dictEntry(item, "First"), level + 1]);
  }
  return bookmarks;
}

/** The places that links and bookmarks of a PDF lead to, directly or by name. */
export class Destinations {
  readonly #doc: PDFDocument;
  readonly #pages: ReadonlySet<PDFRef>;
  #names: ReadonlyMap<string, PDFObject> | undefined;

  constructor(doc: PDFDocument) {
    this.#doc = doc;
    this.#pages = new Set(doc.getPages().map(({ ref }) => ref));
  }

  /** The place that a bookmark or a link leads to; undefined if it is not in the PDF. */
  of(item: PDFDict): PDFArray | undefined {
    const action = dictEntry(item, "A");
    const own = entry(item, "Dest");
    return this.#place(own ?? (nameEntry(action, "S") === "GoTo" ? entry(action, "D") : undefined));
  }

  #place(target: PDFObject | undefined): PDFArray | undefined {
    const direct = target instanceof PDFDict ? entry(target, "D") : target;
    if (direct instanceof PDFArray) {
      const page = direct.size() === 0 ? undefined : direct.get(0);
      return page instanceof PDFRef && this.#pages.has(page) ? direct : undefined;
    }
    const name = direct instanceof PDFName ? direct.decodeText() : textOf(direct);
    if (name === undefined) return undefined;
    this.#names ??= namedDestinations(this.#doc);
    const named = this.#names.get(name);
    const array = named instanceof PDFDict ? entry(named, "D") : named;
    return array instanceof PDFArray ? this.#place(array) : undefined;
  }
}

function namedDestinations({ catalog, context }: PDFDocument): ReadonlyMap<string, PDFObject> {
  const names = new Map<string, PDFObject>();
  const add = (name: string | undefined, value: PDFObject | undefined) => {
    const target = value === undefined ? undefined : context.lookup(value);
    if (name !== undefined && target !== undefined) names.set(name, target);
  };
  for (const [name, value] of dictEntry(catalog, "Dests")?.entries() ?? [])
    add(name.decodeText(), value);
  for (const [key, value] of treeEntries(dictEntry(dictEntry(catalog, "Names"), "Dests"), "Names"))
    add(textOf(key), value);
  return names;
}

/**
 * The pairs of a name tree (`Names`) or of a number tree (`Nums`).
 *
 * @returns Keys and values, as they are in the tree: values can be references.
 */
export function treeEntries(
  root: PDFDict | undefined,
  list: "Names" | "Nums",
): ReadonlyArray<readonly [PDFObject, PDFObject]> {
  const pairs: Array<readonly [PDFObject, PDFObject]> = [];
  const visited = new Set<PDFDict>();
  const pending = root === undefined ? [] : [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (visited.has(node)) continue;
    visited.add(node);
    const own = entry(node, list);
    if (own instanceof PDFArray) {
      for (let index = 0; index + 1 < own.size(); index += 2) {
        const key = own.lookup(index);
        if (key !== undefined) pairs.push([key, own.get(index + 1)]);
      }
    }
    const kids = entry(node, "Kids");
    if (!(kids instanceof PDFArray)) continue;
    for (let index = 0; index < kids.size(); index += 1) {
      const kid = kids.lookup(index);
      if (kid instanceof PDFDict) pending.push(kid);
    }
  }
  return pairs;
}
