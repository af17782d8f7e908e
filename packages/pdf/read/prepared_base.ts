import { deflateSync } from "node:zlib";

import type { DisplayedPage } from "@paraph/core/layouts";
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
} from "pdf-lib";

import type { Information } from "../write/information.ts";
import type { Matrix } from "../write/link_area.ts";
import type { PlacedBookmark } from "../write/navigation.ts";
import type { CopiedObjects, Place, Ref } from "../write/pdf_file.ts";
import { informationOf } from "./information.ts";
import { readOutline } from "./outline.ts";
import { dictEntry } from "./pdf_objects.ts";
import { areaOf, displayedPages } from "./read_pdf.ts";
import { fromVisibleMatrix } from "./visible_area.ts";

/** A parsed base PDF, so that drawing on it copies bytes and writes only its pages. */
export interface PreparedBase {
  /** All objects except pages: links, annotations, outlines, form fields, metadata. */
  readonly objects: CopiedObjects;
  readonly root: Ref;
  readonly info: Ref | undefined;
  /** Its catalog, if it differs in documents. It is then no part of `objects`. */
  readonly catalog?: BaseCatalog;
  readonly pages: ReadonlyArray<BasePage>;
}

/** The parts of a catalog that documents complete. */
interface BaseCatalog {
  readonly entries: string;
  /** The entries of its names, if documents have names of their own. */
  readonly names?: string;
  /** The properties of the base, if those of the documents replace them. */
  readonly information?: Information;
  /** The pages and the bookmarks of the base, if documents have more of them. */
  readonly pages?: BasePages;
}

export interface BasePages {
  /** The number of the page tree of the documents, which that of the base is part of. */
  readonly tree: Ref;
  readonly baseTree: Ref;
  readonly bookmarks: ReadonlyArray<PlacedBookmark>;
}

/** What documents have that their base PDF has not. */
export interface BaseUse {
  /** Whether they have properties of their own. */
  readonly hasInformation: boolean;
  /** Whether they have pages of other PDFs. */
  readonly hasMorePages: boolean;
  /** Whether they are archivable, with a catalog that declares it. */
  readonly isArchivable: boolean;
}

const AS_IT_IS: BaseUse = { hasInformation: false, hasMorePages: false, isArchivable: false };

/** A page of a base PDF, in the parts between which content is inserted. */
interface BasePage extends DisplayedPage {
  readonly ref: Ref;
  /** Its entries except those below. */
  readonly entries: string;
  /** The elements of its list of annotations. */
  readonly annotations: string;
  /** References to its content streams. */
  readonly contents: string;
  /** The entries of its resources except XObjects. */
  readonly resources: string;
  readonly xObjects: string;
  /** An unused name for an XObject. */
  readonly drawingName: string;
  /** Rotates content with the page and moves it to the visible area. */
  readonly matrix: Matrix;
  /** The visible area in points, before rotation. */
  readonly box: { readonly width: number; readonly height: number };
}

export function prepareBase(
  doc: PDFDocument,
  { hasInformation, hasMorePages, isArchivable } = AS_IT_IS,
): PreparedBase {
  const { context, catalog } = doc;
  const use = { hasInformation: hasInformation || isArchivable, hasMorePages, isArchivable };
  const pageSizes = displayedPages(doc);
  const pages = doc.getPages().map((page, index) => preparePage(page, pageSizes[index] ?? NO_PAGE));
  const { Root, Info } = context.trailerInfo;
  const root = Root instanceof PDFRef ? Root : context.getObjectRef(catalog);
  if (root === undefined) throw new Error("A loaded PDF has a catalog");
  const written = new Set(pages.map(({ ref }) => ref));
  const isSame = !use.hasInformation && !use.hasMorePages;
  const separate = isSame ? undefined : separateCatalog(doc, use);
  if (!isSame) written.add(refText(root));
  const keepsInfo = Info instanceof PDFRef && !use.hasInformation;
  const reachable = reachableRefs(context, [
    root,
    ...(use.hasInformation || Info === undefined ? [] : [Info]),
    ...(separate?.roots ?? []),
  ]);
  return {
    objects: copyObjects(context, reachable, written),
    root: refText(root),
    info: keepsInfo ? refText(Info) : undefined,
    pages,
    ...(separate === undefined ? {} : { catalog: separate.catalog }),
  };
}

/** Takes the catalog of a base apart. Returns it with the objects that it does not refer to any more. */
function separateCatalog(
  doc: PDFDocument,
  { hasInformation, hasMorePages, isArchivable }: BaseUse,
): { readonly catalog: BaseCatalog; readonly roots: ReadonlyArray<PDFObject> } {
  const { catalog, context } = doc;
  const information = hasInformation ? { information: informationOf(doc) } : {};
  if (hasInformation) catalog.delete(PDFName.of("Metadata"));
  if (isArchivable) keepArchivable(catalog);
  const names = isArchivable
    ? { names: entriesOf(dictEntry(catalog, "Names") ?? context.obj({}), new Set()) }
    : {};
  const separate = new Set(isArchivable ? ["/Names"] : []);
  const parts = { ...information, ...names };
  if (!hasMorePages)
    return { catalog: { entries: entriesOf(catalog, separate), ...parts }, roots: [] };
  const pages = catalog.get(PDFName.of("Pages"));
  const root = pages instanceof PDFRef ? pages : context.register(catalog.Pages());
  const tree = context.nextRef();
  const outline = readOutline(doc);
  catalog.Pages().set(PDFName.of("Parent"), tree);
  for (const key of ["Pages", "Outlines", "PageLabels"]) catalog.delete(PDFName.of(key));
  const bookmarks = outline.map(({ place, ...bookmark }) => ({
    ...bookmark,
    place: place === undefined ? undefined : String(place),
  }));
  return {
    catalog: {
      entries: entriesOf(catalog, separate),
      ...parts,
      pages: { tree: refText(tree), baseTree: refText(root), bookmarks },
    },
    roots: [root, ...outline.flatMap(({ place }) => place ?? [])],
  };
}

/** The entries of the catalog of an archivable base: its navigation, its tags and its form. */
const ARCHIVABLE_ENTRIES = new Set(
  "Type Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines OpenAction MarkInfo StructTreeRoot Lang AcroForm".split(
    " ",
  ),
);

/** Removes entries of the catalog that documents have instead, such as the output intents, or that PDF/A does not know. */
function keepArchivable(catalog: PDFDict): void {
  for (const key of catalog.keys())
    if (!ARCHIVABLE_ENTRIES.has(key.decodeText())) catalog.delete(key);
  const names = dictEntry(catalog, "Names");
  for (const key of names?.keys() ?? []) if (key !== PDFName.of("Dests")) names?.delete(key);
}

const NO_PAGE = { width: 0, height: 0 };
const SEPARATE_ENTRIES = new Set(["/Annots", "/Contents", "/Resources"]);

function preparePage(page: PDFPage, size: DisplayedPage): BasePage {
  const { node } = page;
  const { context } = page.doc;
  const resources = node.Resources();
  const xObjects = resources?.lookupMaybe(PDFName.of("XObject"), PDFDict);
  const area = areaOf(page);
  return {
    ...size,
    ref: refText(page.ref),
    entries: entriesOf(node, SEPARATE_ENTRIES),
    annotations: node.Annots()?.asArray().map(String).join(" ") ?? "",
    contents: contentsOf(node.get(PDFName.of("Contents")), context),
    resources: resources === undefined ? "" : entriesOf(resources, new Set(["/XObject"])),
    xObjects: xObjects === undefined ? "" : entriesOf(xObjects, new Set()),
    drawingName: freeName(xObjects),
    matrix: fromVisibleMatrix(area),
    box: { width: area.right - area.left, height: area.top - area.bottom },
  };
}

function entriesOf(dict: PDFDict, without: ReadonlySet<string>): string {
  return dict
    .entries()
    .filter(([key]) => !without.has(key.toString()))
    .map(([key, value]) => `${key.toString()} ${value.toString()}`)
    .join("");
}

function contentsOf(contents: PDFObject | undefined, context: PDFContext): string {
  if (contents === undefined) return "";
  const value = context.lookup(contents);
  if (value instanceof PDFArray) return value.asArray().map(String).join(" ");
  return value instanceof PDFStream && contents instanceof PDFRef ? contents.toString() : "";
}

function freeName(xObjects: PDFDict | undefined): string {
  let name = "/Paraph";
  for (let index = 1; xObjects?.has(PDFName.of(name.slice(1))) === true; index++)
    name = `/Paraph${index}`;
  return name;
}

function refText(ref: PDFRef): Ref {
  return `${ref.objectNumber} ${ref.generationNumber} R`;
}

/** The number of objects per object stream. */
const OBJECTS_PER_STREAM = 200;

/**
 * Keeps streams unchanged and packs other objects into object streams, which keeps files with many small
 * objects small.
 *
 * @param encode Encodes the object streams, such as by encryption.
 */
export function copyObjects(
  context: PDFContext,
  reachable: ReadonlySet<PDFRef>,
  pages: ReadonlySet<string>,
  encode: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): CopiedObjects {
  const places = new Map<number, Place>();
  const compressedObjects = new Map<number, readonly [number, number]>();
  const chunks: Array<Uint8Array> = [];
  let offset = 0;
  let nextNumber = context.largestObjectNumber + 1;
  const write = (number: number, generation: number, parts: ReadonlyArray<Uint8Array>) => {
    places.set(number, { offset, generation });
    const head = Buffer.from(`${number} ${generation} obj\n`, "latin1");
    for (const part of [head, ...parts, Buffer.from("\nendobj\n", "latin1")]) {
      chunks.push(part);
      offset += part.length;
    }
  };
  const small: Array<readonly [PDFRef, PDFObject]> = [];
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!reachable.has(ref) || pages.has(refText(ref))) continue;
    // Object streams may not contain streams or objects of another generation.
    if (object instanceof PDFStream || ref.generationNumber !== 0)
      write(ref.objectNumber, ref.generationNumber, [bytesOf(object)]);
    else small.push([ref, object]);
  }
  for (let position = 0; position < small.length; position += OBJECTS_PER_STREAM) {
    const group = small.slice(position, position + OBJECTS_PER_STREAM);
    const number = nextNumber++;
    group.forEach(([ref], index) => compressedObjects.set(ref.objectNumber, [number, index]));
    write(number, 0, [objectStream(group, encode)]);
  }
  return { bytes: Buffer.concat(chunks), places, packed: compressedObjects, nextNumber };
}

function objectStream(
  group: ReadonlyArray<readonly [PDFRef, PDFObject]>,
  encode: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  let index = "";
  let length = 0;
  const bodies = group.map(([ref, object]) => {
    const body = Buffer.concat([bytesOf(object), Buffer.from("\n")]);
    index += `${ref.objectNumber} ${length} `;
    length += body.length;
    return body;
  });
  const content = encode(deflateSync(Buffer.concat([Buffer.from(index, "latin1"), ...bodies])));
  const head = `<</Type/ObjStm/N ${group.length}/First ${index.length}/Filter/FlateDecode/Length ${content.length}>>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head, "latin1"),
    content,
    Buffer.from("\nendstream", "latin1"),
  ]);
}

function bytesOf(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}

/** Returns the indirect objects that are reachable from `roots`, without leftovers of earlier revisions. */
export function reachableRefs(
  context: PDFContext,
  roots: ReadonlyArray<PDFObject>,
): ReadonlySet<PDFRef> {
  // pdf-lib has one reference object for each number and generation.
  const reachable = new Set<PDFRef>();
  const pending = [...roots];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PDFRef) {
      if (reachable.has(object)) continue;
      reachable.add(object);
      const value = context.lookup(object);
      if (value !== undefined) pending.push(value);
    } else if (object instanceof PDFArray) for (const item of object.asArray()) pending.push(item);
    else if (object instanceof PDFDict) for (const value of object.values()) pending.push(value);
    else if (object instanceof PDFStream) pending.push(object.dict);
  }
  return reachable;
}
