import { MAX_PAGES, type DisplayedPage } from "@paraph/core/layouts";
import {
  decodePDFRawStream,
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
} from "pdf-lib";

import { POINTS } from "../write/content.ts";
import {
  countUnpacked,
  exceedsUnpackLimit,
  startUnpacking,
  UNPACK_LIMIT_MESSAGE,
} from "./unpacking.ts";
import { type VisibleArea, visibleArea, sizeOfVisibleArea } from "./visible_area.ts";

/** Reads an untrusted PDF. Throws `UnreadablePdf` when it is damaged, encrypted or too large. */
export async function readPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const doc = await load(bytes);
  const count = pagesInTree(doc, MAX_PAGES);
  if (count === 0) throw new UnreadablePdf("The PDF has no pages");
  if (count > MAX_PAGES) throw new UnreadablePdf(`The PDF has more than ${MAX_PAGES} pages`);
  return doc;
}

/** Returns the visible pages of a PDF: cropped, rotated, in millimetres. */
export function displayedPages(doc: PDFDocument): ReadonlyArray<DisplayedPage> {
  return doc.getPages().map((page) => {
    const { width, height } = sizeOfVisibleArea(areaOf(page));
    return { width: width / POINTS, height: height / POINTS };
  });
}

/** Returns the visible area of a page. */
export function areaOf(page: PDFPage): VisibleArea {
  return visibleArea({
    mediaBox: boxOf(page, "MediaBox"),
    cropBox: boxOf(page, "CropBox"),
    rotate: page.getRotation().angle,
  });
}

/** Returns a box of a page or of its ancestors, undefined without one. */
export function boxOf(
  { node, doc }: PDFPage,
  name: "MediaBox" | "CropBox",
): ReadonlyArray<number> | undefined {
  const value = doc.context.lookup(node.getInheritableAttribute(PDFName.of(name)));
  if (!(value instanceof PDFArray)) return undefined;
  return value.asArray().map((item) => {
    const number = doc.context.lookup(item);
    return number instanceof PDFNumber ? number.asNumber() : Number.NaN;
  });
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  startUnpacking();
  try {
    return await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      // Blocking is fine, since the thread runs one job at a time.
      parseSpeed: ParseSpeeds.Fastest,
    });
  } catch (error) {
    if (exceedsUnpackLimit()) throw new UnreadablePdf(UNPACK_LIMIT_MESSAGE);
    const isEncrypted =
      (error instanceof Error && error.message.includes("encrypted")) || namesEncryption(bytes);
    throw new UnreadablePdf(isEncrypted ? "The PDF is encrypted" : "The PDF is damaged");
  }
}

/**
 * Returns whether a PDF has an encryption dictionary. Object streams are encrypted too, so parsing fails
 * before pdf-lib checks for encryption.
 */
function namesEncryption(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(text);
}

/** The base class of pdf-lib's decoding streams, whose buffer grows without a limit. */
const decodeStreamPrototype = prototypeOf(
  prototypeOf(
    decodePDFRawStream(
      PDFRawStream.of(PDFContext.create().obj({ Filter: "ASCIIHexDecode" }), new Uint8Array()),
    ),
  ),
);
const ensureBuffer: unknown = Reflect.get(decodeStreamPrototype, "ensureBuffer");
if (typeof ensureBuffer !== "function") throw new Error("pdf-lib has no ensureBuffer() to limit");
Reflect.set(
  decodeStreamPrototype,
  "ensureBuffer",
  function (this: { buffer: Uint8Array }, size: number) {
    const { byteLength } = this.buffer;
    // Buffers double; only the growth is counted.
    if (size > byteLength) countUnpacked(Math.max(size, 2 * byteLength) - byteLength, size);
    return Reflect.apply(ensureBuffer, this, [size]);
  },
);

function prototypeOf(value: object): object {
  return Reflect.getPrototypeOf(value) ?? value;
}

/** Deeper page trees are malicious. */
const MAX_DEPTH = 64;

/**
 * Counts the pages in the page tree of a document, up to `most` + 1. Refuses a tree that lists a node twice,
 * because 3 kB of it can expand to a billion pages.
 */
function pagesInTree(doc: PDFDocument, limit: number): number {
  const visitedNodes = new Set<PDFObject>();
  const pending: Array<readonly [PDFObject | undefined, number]> = [[rootOf(doc), 0]];
  let pages = 0;
  for (let next = pending.pop(); next !== undefined && pages <= limit; next = pending.pop()) {
    const [node, depth] = next;
    if (!(node instanceof PDFPageTree) && !(node instanceof PDFPageLeaf)) continue;
    if (visitedNodes.has(node))
      throw new UnreadablePdf("The page tree of the PDF lists a node twice");
    visitedNodes.add(node);
    if (node instanceof PDFPageLeaf) pages += 1;
    else if (depth >= MAX_DEPTH) throw new UnreadablePdf("The page tree of the PDF is too deep");
    else for (const kid of kidsOf(node)) pending.push([doc.context.lookup(kid), depth + 1]);
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

/** An unreadable PDF; the message says why. */
export class UnreadablePdf extends Error {}
