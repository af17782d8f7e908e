import type { MergedFile } from "@paraph/core/renders";
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFObjectCopier,
  PDFRef,
  PDFStream,
  PDFString,
} from "pdf-lib";

import { uniqueName } from "../write/attachments.ts";

/** A file that is attached to a document. */
interface AttachedFile {
  readonly name: string;
  /** Its file specification, or the reference to it. */
  readonly entry: PDFObject;
  /** Whether the document refers to it as an associated file (PDF/A-3). */
  readonly isAssociated: boolean;
}

const AF = PDFName.of("AF");
const EF = PDFName.of("EF");
const F = PDFName.of("F");
const KIDS = PDFName.of("Kids");
const NAMES = PDFName.of("Names");
const UF = PDFName.of("UF");

/**
 * Copies the attached files of a document, with their relationships, media types and descriptions.
 *
 * @param taken Names that other files have. A file with one of these gets a number in its name.
 */
export function copyAttachedFiles(
  { context, target, copier }: { context: PDFContext; target: PDFContext; copier: PDFObjectCopier },
  taken: Iterable<string>,
): ReadonlyArray<MergedFile> {
  const names = new Set(taken);
  return attachedFiles(context).flatMap(({ name: original, entry, isAssociated }) => {
    const copied = copier.copy(entry);
    const reference = copied instanceof PDFRef ? copied : target.register(copied);
    const specification = target.lookup(reference);
    if (!(specification instanceof PDFDict)) return [];
    const name = uniqueName(original, names);
    names.add(name);
    for (const key of [F, UF]) specification.set(key, PDFHexString.fromText(name));
    return [{ name, number: reference.objectNumber, isAssociated }];
  });
}

/** The attached files of a document, each once. */
function attachedFiles(context: PDFContext): ReadonlyArray<AttachedFile> {
  const catalog = dictOf(context, context.trailerInfo.Root);
  const root = dictOf(context, catalog?.get(NAMES))?.get(PDFName.of("EmbeddedFiles"));
  const associated = new Set(arrayOf(context, catalog?.get(AF)));
  const entries = [...new Set(entriesOf(context, root, new Set()))];
  return entries.flatMap((entry) => {
    const specification = dictOf(context, entry);
    const embedded = dictOf(context, specification?.get(EF));
    const files = [F, UF].map((key) => context.lookup(embedded?.get(key)));
    if (specification === undefined || !files.some((file) => file instanceof PDFStream)) return [];
    const name = textOf(context, specification.get(UF)) ?? textOf(context, specification.get(F));
    if (name === undefined) return [];
    return [{ name, entry, isAssociated: associated.has(entry) }];
  });
}

/** The values in a tree of names. A node that was visited is skipped. */
function entriesOf(
  context: PDFContext,
  node: PDFObject | undefined,
  visited: Set<PDFDict>,
): ReadonlyArray<PDFObject> {
  const dict = dictOf(context, node);
  if (dict === undefined || visited.has(dict)) return [];
  visited.add(dict);
  const values = arrayOf(context, dict.get(NAMES)).filter((_, index) => index % 2 === 1);
  const kids = arrayOf(context, dict.get(KIDS));
  return [...values, ...kids.flatMap((kid) => entriesOf(context, kid, visited))];
}

function dictOf(context: PDFContext, object: PDFObject | undefined): PDFDict | undefined {
  const value = context.lookup(object);
  return value instanceof PDFDict ? value : undefined;
}

function arrayOf(context: PDFContext, object: PDFObject | undefined): ReadonlyArray<PDFObject> {
  const value = context.lookup(object);
  return value instanceof PDFArray ? value.asArray() : [];
}

function textOf(context: PDFContext, object: PDFObject | undefined): string | undefined {
  const value = context.lookup(object);
  return value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText()
    : undefined;
}
