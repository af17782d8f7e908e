import { PDFArray, PDFBool, PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRef } from "pdf-lib";

import { BEGIN_ARTIFACT } from "../../write/tags/structure.ts";

/**
 * Adds a paragraph for the marks of each page to the structure of a document, at its end. Returns the operator
 * that begins the marks of each page, by its index; "" for a document without tags.
 *
 * A structure of another form than Paraph's is not extended: its marks are artifacts.
 */
export function tagMarks(
  doc: PDFDocument,
  pages: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const markInfo = lookup(doc.catalog, "MarkInfo");
  const isTagged =
    markInfo instanceof PDFDict && markInfo.lookup(PDFName.of("Marked")) === PDFBool.True;
  const structure = isTagged ? structureOf(doc) : undefined;
  return new Map(
    Array.from(pages, (index) => {
      if (!isTagged) return [index, ""];
      const content = structure && addParagraph(doc, structure, index);
      return [index, content === undefined ? BEGIN_ARTIFACT : `/P<</MCID ${content}>>BDC\n`];
    }),
  );
}

/** The parts of a structure that grow. */
interface GrowingStructure {
  readonly document: PDFRef;
  readonly kids: PDFArray;
  /** Keys and values of the parent tree. */
  readonly parents: PDFArray;
}

function structureOf({ catalog, context }: PDFDocument): GrowingStructure | undefined {
  const root = lookup(catalog, "StructTreeRoot");
  if (!(root instanceof PDFDict)) return undefined;
  const document = root.get(PDFName.of("K"));
  const tree = lookup(root, "ParentTree");
  const parents = tree instanceof PDFDict ? lookup(tree, "Nums") : undefined;
  const element = document instanceof PDFRef ? context.lookup(document) : undefined;
  if (!(document instanceof PDFRef) || !(element instanceof PDFDict)) return undefined;
  const kids = lookup(element, "K");
  const isDocument = element.get(PDFName.of("S")) === PDFName.of("Document");
  return isDocument && kids instanceof PDFArray && parents instanceof PDFArray
    ? { document, kids, parents }
    : undefined;
}

/** Adds a paragraph on a page. Returns the number of its content, undefined if the page has no list of parents. */
function addParagraph(
  doc: PDFDocument,
  { document, kids, parents }: GrowingStructure,
  index: number,
): number | undefined {
  const { context } = doc;
  const page = doc.getPage(index);
  const key = page.node.lookup(PDFName.of("StructParents"));
  const list = key instanceof PDFNumber ? valueOf(parents, key) : undefined;
  if (!(list instanceof PDFArray)) return undefined;
  const content = list.size();
  const paragraph = context.register(
    context.obj({ S: "P", P: document, Pg: page.ref, K: content }),
  );
  list.push(paragraph);
  kids.push(paragraph);
  return content;
}

function valueOf(parents: PDFArray, key: PDFNumber) {
  for (let at = 0; at + 1 < parents.size(); at += 2) {
    const other = parents.lookup(at);
    if (other instanceof PDFNumber && other.asNumber() === key.asNumber())
      return parents.lookup(at + 1);
  }
  return undefined;
}

function lookup(dict: PDFDict, name: string) {
  return dict.lookup(PDFName.of(name));
}
