import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
  PDFString,
} from "pdf-lib";

/** Returns a dictionary, or that of a stream; undefined for any other object. */
export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFStream ? object.dict : undefined;
}

/** Returns an entry of a dictionary, with references resolved. */
export function entry(dict: PDFDict | undefined, key: string): PDFObject | undefined {
  return dict?.lookup(PDFName.of(key));
}

/** Returns an entry that is a dictionary, undefined for any other object. */
export function dictEntry(dict: PDFDict | undefined, key: string): PDFDict | undefined {
  const value = entry(dict, key);
  return value instanceof PDFDict ? value : undefined;
}

/** Returns the items of an array entry, with references resolved; [] for any other object. */
export function itemsOf(dict: PDFDict | undefined, key: string): ReadonlyArray<PDFObject> {
  const value = entry(dict, key);
  if (!(value instanceof PDFArray) || dict === undefined) return [];
  return resolveItems(value, dict.context);
}

/** Returns the items of an array with references resolved. Omits dangling references. */
export function resolveItems(array: PDFArray, context: PDFContext): ReadonlyArray<PDFObject> {
  return array.asArray().flatMap((item) => context.lookup(item) ?? []);
}

/** Returns the text of a name, without its slash. */
export function nameOf(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFName ? object.decodeText() : undefined;
}

/** Returns the text of a name entry, without its slash. */
export function nameEntry(dict: PDFDict | undefined, key: string): string | undefined {
  return nameOf(entry(dict, key));
}

/** Returns the text of a literal or hexadecimal string, in any encoding and with any escapes. */
export function textOf(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  const bytes = Buffer.from(object.asBytes());
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString("utf8", 3);
  // PDF readers accept UTF-16 in either byte order.
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le", 2);
  return object.decodeText();
}

/** Returns a finite number, undefined for any other object. */
export function numberOf(object: PDFObject | undefined): number | undefined {
  const value = object instanceof PDFNumber ? object.asNumber() : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the numbers of an array entry, undefined when the array is empty or has other items. */
export function numbersOf(dict: PDFDict, key: string): ReadonlyArray<number> | undefined {
  const items = itemsOf(dict, key);
  const numbers = items.flatMap((item) => numberOf(item) ?? []);
  return items.length > 0 && numbers.length === items.length ? numbers : undefined;
}

function utf16(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString("utf16le");
}
