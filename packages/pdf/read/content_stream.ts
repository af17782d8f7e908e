import { constants, deflateSync, inflateSync } from "node:zlib";

import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFStream,
} from "pdf-lib";

import { entry, itemsOf, nameEntry, nameOf, numberOf } from "./pdf_objects.ts";
import { UnreadablePdf } from "./read_pdf.ts";

/** The maximum unpacked size of a stream, in bytes. */
const MAX_UNPACKED_SIZE = 64 * 1024 * 1024;

/** Returns the streams of a page, which are parts of one content. */
export function contentStreams(page: PDFDict): ReadonlyArray<PDFStream> {
  const contents = entry(page, "Contents");
  const parts = contents instanceof PDFArray ? itemsOf(page, "Contents") : [contents];
  return parts.flatMap((part) => (part instanceof PDFStream ? [part] : []));
}

/** Returns the decoded content of a stream, undefined when it cannot be decoded. */
export function contentBytes(stream: PDFStream): Uint8Array | undefined {
  if (!(stream instanceof PDFRawStream)) return undefined;
  const filter = entry(stream.dict, "Filter");
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  const isPlain = entry(stream.dict, "DecodeParms") === undefined;
  try {
    if (only === undefined) return stream.contents;
    if (nameOf(only) !== "FlateDecode" || !isPlain) return decodePDFRawStream(stream).decode();
    return inflateSync(stream.contents, {
      maxOutputLength: MAX_UNPACKED_SIZE,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadablePdf("The PDF unpacks to too much");
    return undefined;
  }
}

/** Returns whether a stream holds operators: a form, an appearance or a tiling pattern. */
export function isContent(dict: PDFDict): boolean {
  const isPattern = numberOf(entry(dict, "PatternType")) === 1;
  return isPattern || nameEntry(dict, "Subtype") === "Form" || entry(dict, "BBox") !== undefined;
}

/** Creates a deflated stream with the entries of a dictionary, except those of another encoding. */
export function deflatedStream(
  context: PDFContext,
  content: Uint8Array,
  entries?: PDFDict,
): PDFRawStream {
  const bytes = deflateSync(content);
  const dict = PDFDict.fromMapWithContext(new Map(entries?.entries()), context);
  dict.delete(PDFName.of("DecodeParms"));
  dict.set(PDFName.of("Filter"), PDFName.of("FlateDecode"));
  dict.set(PDFName.of("Length"), context.obj(bytes.length));
  return PDFRawStream.of(dict, bytes);
}
