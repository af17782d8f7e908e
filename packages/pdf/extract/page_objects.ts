import {
  type PDF,
  PdfArray,
  type PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from "@libpdf/core";

import { unpack, UnpackLimitExceeded } from "../read/unpacking.ts";
import { type VisibleArea, visibleArea } from "../read/visible_area.ts";

/** Returns the object of a reference. */
export type Resolve = (ref: PdfRef) => PdfObject | null;

export function resolverOf(pdf: PDF): Resolve {
  return (ref) => pdf.getObject(ref);
}

/** Deeper page trees are malicious or cyclic. */
const MAX_TREE_DEPTH = 64;

/** Returns an entry of a page or, if absent, of its nearest ancestor in the page tree. */
export function inheritedEntry(
  page: PdfDict,
  key: string,
  resolve: Resolve,
): PdfObject | undefined {
  let node: PdfDict | undefined = page;
  for (let depth = 0; node !== undefined && depth < MAX_TREE_DEPTH; depth++) {
    const value = node.get(key, resolve);
    if (value !== undefined && value.type !== "null") return value;
    node = node.getDict("Parent", resolve);
  }
  return undefined;
}

/** Returns the visible area of a page. LibPDF's own method takes the far corner of a box for its size. */
export function areaOf(page: PdfDict, resolve: Resolve): VisibleArea {
  const rotate = inheritedEntry(page, "Rotate", resolve);
  return visibleArea({
    mediaBox: numbers(inheritedEntry(page, "MediaBox", resolve), resolve),
    cropBox: numbers(inheritedEntry(page, "CropBox", resolve), resolve),
    rotate: rotate instanceof PdfNumber ? rotate.value : undefined,
  });
}

/** Returns an array of numbers, undefined for any other object. */
export function numbers(
  value: PdfObject | undefined,
  resolve: Resolve,
): ReadonlyArray<number> | undefined {
  if (!(value instanceof PdfArray)) return undefined;
  const values: Array<number> = [];
  for (let index = 0; index < Math.min(value.length, 64); index++) {
    const item = value.at(index, resolve);
    values.push(item instanceof PdfNumber ? item.value : Number.NaN);
  }
  return values;
}

/** Returns the content of a page: its streams, concatenated. */
export function contentOf(page: PdfDict, resolve: Resolve): Uint8Array {
  const contents = page.get("Contents", resolve);
  if (contents instanceof PdfStream) return decodeStream(contents);
  if (!(contents instanceof PdfArray)) return new Uint8Array();
  const chunks: Array<Uint8Array> = [];
  for (let index = 0; index < contents.length; index++) {
    const stream = contents.at(index, resolve);
    if (stream instanceof PdfStream) chunks.push(decodeStream(stream), Buffer.from("\n"));
  }
  return Buffer.concat(chunks);
}

/**
 * Returns the decoded data of a stream. Deflated streams unpack within limits, and up to the first damage.
 */
export function decodeStream(stream: PdfStream): Uint8Array {
  const filter = stream.get("Filter");
  const filters = filter instanceof PdfArray ? [...filter] : [filter];
  const isDeflated = filters.every((one) => one instanceof PdfName && one.value === "FlateDecode");
  if (!isDeflated || stream.has("DecodeParms")) return stream.getDecodedData();
  return filters.reduce<Uint8Array>(inflateLeniently, stream.data);
}

function inflateLeniently(bytes: Uint8Array): Uint8Array {
  try {
    return unpack(bytes);
  } catch (error) {
    if (error instanceof UnpackLimitExceeded) throw error;
    // A page with damaged content has no text; other pages are still read.
    return new Uint8Array();
  }
}

/** Catalog entries that hold only pages and their properties. */
const CATALOG = new Set(
  "Type Version Pages PageLabels ViewerPreferences PageLayout PageMode Metadata MarkInfo Lang".split(
    " ",
  ),
);

/** Page entries that hold only content or sizes. */
const PAGE = new Set(
  "Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate Contents Group UserUnit".split(
    " ",
  ),
);

/** Returns whether a document has only pages, so that nothing needs flattening. */
export function hasOnlyPages(pdf: PDF): boolean {
  const catalog = pdf.context.catalog.getDict();
  return hasOnly(catalog, CATALOG) && pdf.getPages().every(({ dict }) => hasOnly(dict, PAGE));
}

function hasOnly(dict: PdfDict, names: ReadonlySet<string>): boolean {
  return [...dict.keys()].every(({ value }) => names.has(value));
}
