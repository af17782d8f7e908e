import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFPage,
  PDFRef,
} from "pdf-lib";

import { deflatedStream } from "../read/content_stream.ts";
import { treeEntries } from "../read/outline.ts";
import { dictEntry, dictOf, nameEntry, numberOf } from "../read/pdf_objects.ts";
import { reachableRefs } from "../read/prepared_base.ts";
import { END_MARKED } from "../write/tags/structure.ts";

/** The structure of a PDF, as a part of the structure of a document. */
export interface SourceStructure {
  readonly element: PDFRef;
  /** Elements by their keys in the parent tree. */
  readonly parents: ReadonlyMap<number, PDFObject>;
  readonly nextKey: number;
}

/** Larger keys are malicious: they would be written one by one. */
const MAX_KEY = 1_000_000;

/**
 * Makes the structure of a PDF a part of another one. In a PDF without structure, each page is a paragraph.
 *
 * @param document The root of the other structure.
 * @param firstKey The first unused key of its parent tree.
 */
export function readStructure(
  doc: PDFDocument,
  document: PDFRef,
  firstKey: number,
): SourceStructure {
  const { catalog } = doc;
  const root = catalog.get(PDFName.of("StructTreeRoot"));
  const tree = dictEntry(catalog, "StructTreeRoot");
  const parents = parentsOf(dictEntry(tree, "ParentTree"), firstKey);
  const isMarked = String(dictEntry(catalog, "MarkInfo")?.get(PDFName.of("Marked"))) === "true";
  if (!isMarked || !(root instanceof PDFRef) || tree === undefined || parents === undefined)
    return pagesAsParagraphs(doc, document, firstKey);
  const { context } = doc;
  moveKeys(doc, firstKey);
  resolveRoles(doc, tree);
  context.assign(root, partOf(doc, document, tree.get(PDFName.of("K")) ?? context.obj([])));
  return { element: root, parents, nextKey: Math.max(firstKey, ...parents.keys()) + 1 };
}

/** Removes the keys of a structure that is not part of the document. */
export function removeKeys(doc: PDFDocument): void {
  for (const dict of everyDict(doc)) for (const name of KEY_NAMES) dict.delete(name);
}

const KEY_NAMES = ["StructParents", "StructParent"].map((name) => PDFName.of(name));

function moveKeys(doc: PDFDocument, firstKey: number): void {
  for (const dict of everyDict(doc)) {
    for (const name of KEY_NAMES) {
      const key = numberOf(dict.lookup(name));
      if (key !== undefined) dict.set(name, doc.context.obj(key + firstKey));
    }
  }
}

/** The values of a parent tree by their new keys; undefined if it is damaged. */
function parentsOf(tree: PDFDict | undefined, firstKey: number) {
  const parents = new Map<number, PDFObject>();
  for (const [key, value] of treeEntries(tree, "Nums")) {
    const number = numberOf(key);
    const isKey = number !== undefined && Number.isInteger(number) && number >= 0;
    if (!isKey || number > MAX_KEY || parents.size > MAX_KEY || !refersToElements(value))
      return undefined;
    parents.set(firstKey + number, value);
  }
  return parents.size === 0 ? undefined : parents;
}

/** Whether a value of a parent tree is an element, or the elements of a page. */
function refersToElements(value: PDFObject): boolean {
  if (!(value instanceof PDFArray)) return value instanceof PDFRef;
  return value.asArray().every((item) => item instanceof PDFRef || item === PDFNull);
}

/** Names elements by their standard types, because a document has one map of roles. */
function resolveRoles({ context }: PDFDocument, tree: PDFDict): void {
  const roles = dictEntry(tree, "RoleMap");
  if (roles === undefined) return;
  for (const dict of dictsFrom(context, [tree])) {
    let role = nameEntry(dict, "S");
    for (let step = 0; step < 10; step += 1) {
      const next = role === undefined ? undefined : nameEntry(roles, role);
      if (next === undefined || next === role) break;
      role = next;
    }
    if (role !== undefined && dict.has(PDFName.of("P")))
      dict.set(PDFName.of("S"), PDFName.of(role));
  }
}

function pagesAsParagraphs(doc: PDFDocument, document: PDFRef, firstKey: number): SourceStructure {
  const { context } = doc;
  removeKeys(doc);
  const element = context.nextRef();
  const parents = new Map<number, PDFObject>();
  const begin = context.register(deflatedStream(context, Buffer.from("/P<</MCID 0>>BDC\n")));
  const end = context.register(deflatedStream(context, Buffer.from(`\n${END_MARKED}`)));
  const paragraphs = doc.getPages().map((page, index) => {
    const paragraph = context.register(context.obj({ S: "P", P: element, Pg: page.ref, K: 0 }));
    markContents(page, begin, end);
    page.node.set(PDFName.of("StructParents"), context.obj(firstKey + index));
    parents.set(firstKey + index, context.obj([paragraph]));
    return paragraph;
  });
  context.assign(element, partOf(doc, document, context.obj(paragraphs)));
  return { element, parents, nextKey: firstKey + paragraphs.length };
}

function markContents({ node, doc }: PDFPage, begin: PDFRef, end: PDFRef): void {
  const name = PDFName.of("Contents");
  const contents = node.get(name);
  const value = doc.context.lookup(contents);
  const own =
    value instanceof PDFArray ? value.asArray() : contents === undefined ? [] : [contents];
  node.set(name, doc.context.obj([begin, ...own, end]));
}

function partOf({ context }: PDFDocument, document: PDFRef, kids: PDFObject): PDFDict {
  const part = context.obj({ S: "Part", P: document });
  part.set(PDFName.of("K"), kids);
  return part;
}

function everyDict(doc: PDFDocument): Iterable<PDFDict> {
  return dictsFrom(
    doc.context,
    doc.getPages().map(({ ref }) => ref),
  );
}

/** The dictionaries that are reachable from objects, with those of streams and those inside of others. */
function* dictsFrom(
  context: PDFDocument["context"],
  roots: ReadonlyArray<PDFObject>,
): Iterable<PDFDict> {
  const indirect = [...reachableRefs(context, roots)].flatMap((ref) => context.lookup(ref) ?? []);
  const pending = [...roots, ...indirect];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    const dict = dictOf(object);
    if (dict !== undefined) {
      yield dict;
      for (const value of dict.values()) pending.push(value);
    } else if (object instanceof PDFArray) for (const item of object.asArray()) pending.push(item);
  }
}
