/** Reads objects of a document for the checks of its standards. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from "pdf-lib";

import type { Check } from "../../standards/check.ts";

/** A check that collects the broken rules; `broken` returns their ids, sorted. */
export function collectBroken(): {
  readonly check: Check;
  readonly broken: () => ReadonlyArray<string>;
} {
  const rules = new Set<string>();
  return {
    check: (rule, holds) => {
      if (!holds) rules.add(rule);
    },
    broken: () => [...rules].toSorted(),
  };
}

/** The dictionary in an entry. */
export function dictIn(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  const value = dict?.lookup(PDFName.of(name));
  return value instanceof PDFDict ? value : undefined;
}

/** The text of a string in an entry. */
export function textIn(dict: PDFDict, name: string): string | undefined {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText()
    : undefined;
}

/** The name in an entry, without its slash. */
export function nameIn(dict: PDFDict | undefined, name: string): string | undefined {
  const value = dict?.lookup(PDFName.of(name));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

/** The objects of an array in an entry. */
export function arrayIn(
  dict: PDFDict | undefined,
  name: string,
): ReadonlyArray<PDFObject | undefined> {
  const value = dict?.lookup(PDFName.of(name));
  return value instanceof PDFArray ? value.asArray().map((_, index) => value.lookup(index)) : [];
}

/** Whether an entry is `true`. */
export function isTrue(dict: PDFDict | undefined, name: string): boolean {
  return dict?.lookup(PDFName.of(name)) === PDFBool.True;
}

/** The decoded bytes of a stream, or of the streams of an array. */
export function contentOf(contents: PDFObject | undefined): Uint8Array {
  if (contents instanceof PDFRawStream) return decodePDFRawStream(contents).decode();
  if (!(contents instanceof PDFArray)) return new Uint8Array();
  const parts = contents.asArray().map((_, index) => contentOf(contents.lookup(index)));
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")]));
}

/** The metadata of a document as text; empty without metadata. */
export function metadataOf({ catalog }: PDFDocument): string {
  const metadata = catalog.lookup(PDFName.of("Metadata"));
  return metadata instanceof PDFRawStream ? Buffer.from(contentOf(metadata)).toString() : "";
}
