import {
  type PDFContext,
  PDFArray,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@pdfme/pdf-lib";

import type { PdfFile, Ref } from "../write/pdf_file.ts";

/** Copies an object and everything that it refers to into another file, with new numbers. */
export function copyObject(file: PdfFile, context: PDFContext, object: PDFObject): string {
  const copies = new Map<PDFRef, Ref>();
  const copy = (value: PDFObject): string => {
    if (value instanceof PDFRef) return copyRef(value);
    if (value instanceof PDFArray) return `[${value.asArray().map(copy).join(" ")}]`;
    if (value instanceof PDFDict) return `<<${entries(value)}>>`;
    return value.toString();
  };
  const entries = (dict: PDFDict): string =>
    dict
      .entries()
      .filter(([key]) => key.toString() !== "/Length")
      .map(([key, value]) => `${key.toString()} ${copy(value)}`)
      .join("");
  const copyRef = (ref: PDFRef): Ref => {
    const existing = copies.get(ref);
    if (existing !== undefined) return existing;
    const target = file.reserve();
    copies.set(ref, target);
    const value = context.lookup(ref);
    if (value instanceof PDFRawStream) file.addStream(entries(value.dict), value.contents, target);
    else if (value instanceof PDFStream) throw new Error("A loaded file has only raw streams");
    else file.add(value === undefined ? "null" : copy(value), target);
    return target;
  };
  return copy(object);
}
