import type { MergedPart, PdfToMerge } from "@paraph/core/renders";
import { PDFContext, PDFDict, type PDFDocument, PDFName, PDFObjectCopier, PDFRef } from "pdf-lib";

import { flattenDocument } from "../flatten/flatten_document.ts";
import { dictEntry, itemsOf } from "../read/pdf_objects.ts";
import { readPdf } from "../read/read_pdf.ts";
import { copyAttachedFiles } from "./attached_files.ts";

/** Keys of pages whose objects are not part of a merged file. */
const DROPPED_KEYS = ["StructParents", "Tabs", "B"].map((key) => PDFName.of(key));

/** Copies the pages of a PDF, with everything that they refer to, under new object numbers. */
export async function mergedPart({
  pdf,
  firstNumber,
  parent,
  files,
}: PdfToMerge): Promise<MergedPart> {
  const source = await readWithoutForm(pdf);
  const target = PDFContext.create();
  target.largestObjectNumber = firstNumber - 1;
  const copier = PDFObjectCopier.for(source.context, target);
  // By their references, so that links between pages lead to the same copies.
  const pages = source.getPages().map(({ ref }) => refOf(copier.copy(ref)));
  for (const page of pages) {
    const leaf = target.lookup(page, PDFDict);
    for (const key of DROPPED_KEYS) leaf.delete(key);
    leaf.set(PDFName.of("Parent"), PDFRef.of(parent));
  }
  const copied =
    files === undefined
      ? []
      : copyAttachedFiles({ context: source.context, target, copier }, files.taken);
  return {
    ...serialize(target, firstNumber),
    pages: pages.map((page) => page.objectNumber),
    files: copied,
  };
}

/**
 * Reads a PDF whose form fields are part of its pages: the fields of several documents can have the same names, and
 * a merged file has no form.
 */
async function readWithoutForm(pdf: Uint8Array): Promise<PDFDocument> {
  const source = await readPdf(pdf);
  if (itemsOf(dictEntry(source.catalog, "AcroForm"), "Fields").length === 0) return source;
  const flattened = await flattenDocument(pdf);
  return flattened === undefined ? source : await readPdf(flattened);
}

/** The objects of a context from a number on. Missing ones are null. */
function serialize(context: PDFContext, firstNumber: number) {
  const pieces: Array<Uint8Array> = [];
  const offsets: Array<number> = [];
  let length = 0;
  const add = (piece: Uint8Array) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (let number = firstNumber; number <= context.largestObjectNumber; number += 1) {
    const object = context.lookup(PDFRef.of(number));
    offsets.push(length);
    add(latin1(`${number} 0 obj\n`));
    if (object === undefined) add(latin1("null"));
    else {
      const bytes = new Uint8Array(object.sizeInBytes());
      object.copyBytesInto(bytes, 0);
      add(bytes);
    }
    add(latin1("\nendobj\n"));
  }
  return { bytes: new Uint8Array(Buffer.concat(pieces)), offsets };
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

function refOf(object: unknown): PDFRef {
  if (object instanceof PDFRef) return object;
  throw new Error("A page has no reference");
}
