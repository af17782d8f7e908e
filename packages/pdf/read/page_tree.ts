import { type PDFDocument, type PDFObject, PDFPageLeaf, PDFPageTree } from "pdf-lib";

import { UnreadablePdf } from "./unreadable_pdf.ts";

/** No honest page tree is deeper. */
const DEEPEST = 64;

/**
 * How many pages the page tree of a document has; it stops counting beyond `most`. A tree that lists a
 * node twice is refused: three kilobytes of it can stand for a thousand million pages.
 */
export function pagesInTree(doc: PDFDocument, most: number): number {
  const visited = new Set<PDFObject>();
  const waiting: Array<readonly [PDFObject | undefined, number]> = [[rootOf(doc), 0]];
  let pages = 0;
  for (let next = waiting.pop(); next !== undefined && pages <= most; next = waiting.pop()) {
    const [node, depth] = next;
    if (!(node instanceof PDFPageTree) && !(node instanceof PDFPageLeaf)) continue;
    if (visited.has(node)) throw new UnreadablePdf("The page tree of the PDF lists a node twice");
    visited.add(node);
    if (node instanceof PDFPageLeaf) pages += 1;
    else if (depth >= DEEPEST) throw new UnreadablePdf("The page tree of the PDF is too deep");
    else for (const kid of kidsOf(node)) waiting.push([doc.context.lookup(kid), depth + 1]);
  }
  return pages;
}

function rootOf(doc: PDFDocument): PDFPageTree {
  try {
    return doc.catalog.Pages();
  } catch {
    throw new UnreadablePdf("The PDF is damaged");
  }
}

function kidsOf(node: PDFPageTree): ReadonlyArray<PDFObject> {
  try {
    return node.Kids().asArray();
  } catch {
    throw new UnreadablePdf("The PDF is damaged");
  }
}
