import {
  PDFArray,
  PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFPage,
  PDFRef,
} from "pdf-lib";

import { readOutline, Destinations } from "../read/outline.ts";
import { dictOf, itemsOf, nameEntry } from "../read/pdf_objects.ts";
import { copyObjects, reachableRefs } from "../read/prepared_base.ts";
import type { PlacedBookmark } from "../write/navigation.ts";
import type { Ref } from "../write/pdf_file.ts";
import type { CompiledPdf } from "./compiled_pdf.ts";
import { readStructure, removeKeys } from "./source_structure.ts";

/** Unused numbers of objects, and unused keys of the parent tree. */
export interface FreeNumbers {
  readonly number: number;
  readonly key: number;
}

/** The objects of the document that a PDF becomes part of. */
interface Surroundings {
  /** The page tree. */
  readonly tree: Ref;
  /** The root of the structure; undefined if the document has none. */
  readonly document: Ref | undefined;
}

/** What a page inherits from the page tree of its PDF. */
const INHERITABLE = ["Resources", "MediaBox", "CropBox", "Rotate"].map((key) => PDFName.of(key));

/** Copies the pages of a PDF with everything that they refer to under new numbers. It changes `doc`. */
export function copyPdf(
  doc: PDFDocument,
  { tree, document }: Surroundings,
  free: FreeNumbers,
): { readonly pdf: Omit<CompiledPdf, "when" | "unless">; readonly next: FreeNumbers } {
  const { context } = doc;
  const [treeRef, documentRef] = [context.nextRef(), context.nextRef()];
  const destinations = new Destinations(doc);
  const outline = readOutline(doc);
  const pages = doc.getPages();
  for (const page of pages) detachPage(page, treeRef, destinations);
  if (document === undefined) removeKeys(doc);
  const structure = document === undefined ? undefined : readStructure(doc, documentRef, free.key);
  const reachable = reachableRefs(context, [
    ...pages.map(({ ref }) => ref),
    ...outline.flatMap(({ place }) => place ?? []),
    ...(structure === undefined ? [] : [structure.element, ...structure.parents.values()]),
  ]);
  const numbers = new Map([[treeRef, asRef(tree)]]);
  if (document !== undefined) numbers.set(documentRef, asRef(document));
  const renumbering = new Renumbering(numbers);
  const target = renumbering.copy(context, reachable, free.number);
  const textOf = (object: PDFObject) => String(renumbering.renamed(object));
  const objects = copyObjects(target, new Set(numbers.values()), new Set());
  return {
    pdf: {
      objects,
      pages: pages.map(({ ref }) => renumbering.refOf(ref)),
      bookmarks: outline.map(({ place, ...bookmark }): PlacedBookmark => ({
        ...bookmark,
        place: place === undefined ? undefined : textOf(place),
      })),
      ...(structure === undefined
        ? {}
        : {
            structure: {
              element: renumbering.refOf(structure.element),
              parents: [...structure.parents]
                .toSorted(([a], [b]) => a - b)
                .map(([key, value]) => [key, textOf(value)] as const),
            },
          }),
    },
    next: { number: objects.nextNumber, key: structure?.nextKey ?? free.key },
  };
}

/** Makes a page independent of the catalog and the page tree of its PDF. */
function detachPage({ node, doc }: PDFPage, tree: PDFRef, destinations: Destinations): void {
  for (const key of INHERITABLE) {
    const value = node.getInheritableAttribute(key);
    if (value !== undefined) node.set(key, value);
  }
  node.set(PDFName.of("Parent"), tree);
  for (const key of ["B", "AA", "PieceInfo", "Metadata"]) node.delete(PDFName.of(key));
  for (const annotation of itemsOf(node, "Annots")) {
    if (!(annotation instanceof PDFDict) || nameEntry(annotation, "Subtype") !== "Link") continue;
    const place = destinations.of(annotation);
    const action = annotation.get(PDFName.of("A"));
    const leadsInside = annotation.has(PDFName.of("Dest")) || isGoTo(doc.context.lookup(action));
    if (!leadsInside) continue;
    annotation.delete(PDFName.of("A"));
    if (place === undefined) annotation.delete(PDFName.of("Dest"));
    else annotation.set(PDFName.of("Dest"), place);
  }
}

function isGoTo(action: PDFObject | undefined): boolean {
  return action instanceof PDFDict && nameEntry(action, "S") === "GoTo";
}

/** New numbers for the objects of a PDF. */
class Renumbering {
  /** The new references by the old ones. */
  readonly #numbers: Map<PDFRef, PDFRef>;
  /** The objects whose references are new. */
  readonly #renamed = new Set<PDFObject>();

  constructor(numbers: Map<PDFRef, PDFRef>) {
    this.#numbers = numbers;
  }

  /** Moves objects to a context in which their numbers are consecutive. */
  copy(context: PDFContext, refs: ReadonlySet<PDFRef>, first: number): PDFContext {
    const target = PDFContext.create();
    target.largestObjectNumber = first - 1;
    const objects = [...refs].flatMap((ref) => {
      const object = context.lookup(ref);
      if (this.#numbers.has(ref) || object === undefined) return [];
      const newRef = target.nextRef();
      this.#numbers.set(ref, newRef);
      return [[newRef, object] as const];
    });
    for (const [ref, object] of objects) target.assign(ref, this.renamed(object));
    return target;
  }

  /** An object with new references. Those to objects that do not exist become null. */
  renamed(object: PDFObject): PDFObject {
    const rename = (value: PDFObject) =>
      value instanceof PDFRef ? (this.#numbers.get(value) ?? PDFNull) : value;
    const pending = [object];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#renamed.has(next)) continue;
      const dict = dictOf(next);
      if (dict !== undefined) {
        for (const [key, value] of dict.entries()) {
          if (value instanceof PDFRef) dict.set(key, rename(value));
          else pending.push(value);
        }
      } else if (next instanceof PDFArray) {
        next.asArray().forEach((value, index) => {
          if (value instanceof PDFRef) next.set(index, rename(value));
          else pending.push(value);
        });
      } else continue;
      this.#renamed.add(next);
    }
    return rename(object);
  }

  /** The new reference of an object that was copied. */
  refOf(ref: PDFRef): Ref {
    const { objectNumber, generationNumber } = this.#numbers.get(ref) ?? ref;
    return `${objectNumber} ${generationNumber} R`;
  }
}

function asRef(ref: Ref): PDFRef {
  return PDFRef.of(Number.parseInt(ref, 10));
}
