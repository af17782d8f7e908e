import { PDFArray, type PDFDocument, PDFNull, type PDFObject } from "pdf-lib";

import { dictOf } from "../read/pdf_objects.ts";
import type { Edge } from "./active_kinds.ts";

/** A visitor's decision about an entry. */
type Verdict = "keep" | "remove";

/** Called once for each reachable entry; `page` counts from 1 and is undefined outside of pages. */
export type Visitor = (edge: Edge, page: number | undefined) => Verdict;

/** Keys through which a page refers back to the document. */
const BACK_REFERENCES = new Set(["Parent", "P", "Kids", "Dest", "StructTreeRoot"]);

interface PendingObject {
  readonly object: PDFObject;
  /** The entry that holds an array. */
  readonly from: Edge | undefined;
}

/**
 * Visits every entry that is reachable from the pages of a document, in page order, and then from its
 * catalog. Each object is entered once, so cycles end. Removed entries are not entered.
 */
export function walkDocument(doc: PDFDocument, visit: Visitor): void {
  const { context, catalog } = doc;
  const visitedObjects = new Set<PDFObject>();
  const pages = doc.getPages().map(({ node }) => node);
  const pageSet = new Set<PDFObject>(pages);

  const walk = (root: PDFObject, page: number | undefined) => {
    const pending: Array<PendingObject> = [{ object: root, from: undefined }];
    const visitEdge = (edge: Edge, remove: () => void) => {
      if (visit(edge, page) === "remove") {
        remove();
        return;
      }
      if (pageSet.has(edge.value)) return;
      pending.push({ object: edge.value, from: edge });
    };
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { object, from } = next;
      if (visitedObjects.has(object)) continue;
      const dict = dictOf(object);
      if (dict !== undefined) {
        visitedObjects.add(object);
        for (const [name, raw] of dict.entries()) {
          const key = name.decodeText();
          const value = context.lookup(raw);
          if (value === undefined || (page !== undefined && BACK_REFERENCES.has(key))) continue;
          visitEdge({ holder: dict, key, value }, () => dict.delete(name));
        }
      } else if (object instanceof PDFArray && from !== undefined) {
        visitedObjects.add(object);
        const { holder, key } = from;
        for (let index = object.size() - 1; index >= 0; index--) {
          const value = object.lookup(index);
          if (value === undefined) continue;
          visitEdge({ holder, key, value }, () => removeItem(object, index, key));
        }
      }
    }
  };

  pages.forEach((page, index) => walk(page, index + 1));
  walk(catalog, undefined);
}

/** Name trees hold pairs: removing one item would shift the others. */
function removeItem(array: PDFArray, index: number, key: string): void {
  if (key === "Names" || key === "Nums") array.set(index, PDFNull);
  else array.remove(index);
}
