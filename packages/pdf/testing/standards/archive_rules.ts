/**
 * Mechanical rules of PDF/A-2 and PDF/A-3 (ISO 19005), under the ids that veraPDF's profiles give them. They
 * find mistakes of the writer in its own files; they are no validator.
 */
import type { ArchiveStandard } from "@paraph/core/layouts";
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from "pdf-lib";

import { isContent } from "../../read/content_stream.ts";
import { dictOf } from "../../read/pdf_objects.ts";
import type { Check } from "../../standards/check.ts";
import { checkContent } from "../../standards/content_rules.ts";
import { checkCatalog, checkBox, checkObject, checkPage } from "../../standards/object_rules.ts";
import { ShownCodes } from "../../standards/shown_codes.ts";
import { hasUnicodeValues } from "../../standards/unicode_values.ts";
import {
  arrayIn,
  collectBroken,
  contentOf,
  dictIn,
  metadataOf,
  nameIn,
  textIn,
} from "./pdf_objects.ts";

/** Returns the ids of the rules that a document breaks, sorted. */
export async function brokenArchiveRules(
  bytes: Uint8Array,
  standard: ArchiveStandard,
): Promise<ReadonlyArray<string>> {
  const doc = await PDFDocument.load(bytes, { updateMetadata: false });
  const { check, broken } = collectBroken();
  checkFile(bytes, doc, check);
  for (const [, object] of doc.context.enumerateIndirectObjects()) checkDeeply(object, check);
  checkSignatures(bytes, doc, check);
  checkOutputIntents(doc, check);
  checkCatalog(doc.catalog, check);
  if (standard.endsWith("u")) checkText(doc, check);
  check("6.6.2.1-1", doc.catalog.lookup(PDFName.of("Metadata")) instanceof PDFRawStream);
  checkMetadata(metadataOf(doc), standard, check);
  checkAttachments(doc, standard, check);
  for (const { node } of doc.getPages()) {
    checkPage(node, check);
    checkBox(arrayIn(node, "MediaBox").map(numberOf), check);
  }
  return broken();
}

function checkFile(bytes: Uint8Array, doc: PDFDocument, check: Check): void {
  const header = Buffer.from(bytes.subarray(0, 9)).toString("latin1");
  check("6.1.2-1", /^%PDF-1\.[0-7][\r\n]$/.test(header));
  check("6.1.2-2", bytes[9] === 0x25 && bytes.subarray(10, 14).every((byte) => byte > 127));
  const { ID, Encrypt } = doc.context.trailerInfo;
  check("6.1.3-1", ID !== undefined);
  check("6.1.3-2", Encrypt === undefined);
  check("6.1.3-3", /%%EOF(?:\r\n|\r|\n)?$/.test(latin1(bytes.subarray(-8))));
}

/** All text that the content shows has Unicode values. */
function checkText(doc: PDFDocument, check: Check): void {
  const shown = new ShownCodes();
  for (const { node } of doc.getPages()) shown.add(contentOf(node.Contents()), node.Resources());
  for (const [, object] of doc.context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream && isContent(object.dict))
      shown.add(contentOf(object), dictIn(object.dict, "Resources"));
  for (const [font, { codes }] of shown.fonts) check("6.2.11.7.2-1", hasUnicodeValues(font, codes));
}

/** A signature covers the whole file, except its own value. */
function checkSignatures(bytes: Uint8Array, doc: PDFDocument, check: Check): void {
  for (const [, signature] of doc.context.enumerateIndirectObjects()) {
    if (!(signature instanceof PDFDict) || !signature.has(PDFName.of("ByteRange"))) continue;
    const [start, length, next = 0, rest = 0] = arrayIn(signature, "ByteRange").map(numberOf);
    const gap = latin1(bytes.subarray(length, next));
    const isWhole = start === 0 && next + rest === bytes.length && /^<[0-9a-f]*>$/i.test(gap);
    check("6.4.3-1", isWhole);
  }
}

/** An object and all that it contains. */
function checkDeeply(object: PDFObject | undefined, check: Check): void {
  if (object === undefined) return;
  checkObject(object, check);
  if (object instanceof PDFArray) for (const each of object.asArray()) checkDeeply(each, check);
  // Nothing shows the fonts of a form's default resources.
  for (const [key, value] of dictOf(object)?.entries() ?? [])
    if (key !== PDFName.of("DR")) checkDeeply(value, check);
}

/** The profiles of the output intents, and the colours that need one. */
function checkOutputIntents(doc: PDFDocument, check: Check): void {
  const profiles = arrayIn(doc.catalog, "OutputIntents").map((intent) =>
    intent instanceof PDFDict ? intent.lookup(PDFName.of("DestOutputProfile")) : undefined,
  );
  check("6.2.3-2", new Set(profiles).size <= 1);
  const [profile] = profiles;
  const bytes = contentOf(profile);
  const colours = latin1(bytes.subarray(16, 20));
  if (profile !== undefined) {
    const isOutput = ["prtr", "mntr"].includes(latin1(bytes.subarray(12, 16)));
    const isColour = ["RGB ", "CMYK", "GRAY"].includes(colours);
    check("6.2.3-1", isOutput && isColour && (bytes[8] ?? 0) < 5);
  }
  const used = new Set<string>();
  for (const [, object] of doc.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const space = nameIn(object.dict, "ColorSpace");
    if (space !== undefined) used.add(space);
    if (!isContent(object.dict)) continue;
    const hasResources = dictIn(object.dict, "Resources") !== undefined;
    checkContent(contentOf(object), { hasResources, nesting: 0 }, check, used);
  }
  for (const { node } of doc.getPages())
    checkContent(contentOf(node.Contents()), { hasResources: true, nesting: 0 }, check, used);
  check("6.2.4.3-2", !used.has("DeviceRGB") || colours === "RGB ");
  check("6.2.4.3-3", !used.has("DeviceCMYK") || colours === "CMYK");
  check("6.2.4.3-4", !used.has("DeviceGray") || profile !== undefined);
}

/** Namespaces that XMP or PDF/A define. Others need a description in an extension schema. */
const PREDEFINED = new Set(
  "x rdf dc xmp xmpMM xmpTPg xmpRights stEvt stRef pdf pdfaid pdfaExtension pdfaSchema pdfaProperty".split(
    " ",
  ),
);

function checkMetadata(xmp: string, standard: ArchiveStandard, check: Check): void {
  const packet = /<\?xpacket begin[^?]*\?>/.exec(xmp)?.[0] ?? "";
  check("6.6.2.1-2", !packet.includes("bytes="));
  check("6.6.2.1-3", !packet.includes("encoding="));
  const described = new Set(
    Array.from(xmp.matchAll(/<pdfaSchema:prefix>(\w+)</g), ([, prefix]) => prefix ?? ""),
  );
  const prefixes = Array.from(xmp.matchAll(/<(\w+):\w+/g), ([, prefix]) => prefix ?? "");
  check(
    "6.6.2.3.1-1",
    prefixes.every((prefix) => PREDEFINED.has(prefix) || described.has(prefix)),
  );
  const [, part, conformance] = /(\d)(\w)$/.exec(standard) ?? [];
  // RDF may have a property as an element or as an attribute.
  const found = (name: string) => new RegExp(`pdfaid:${name}(?:>|=["'])(\\w*)`).exec(xmp)?.[1];
  check("6.6.4-1", found("part") !== undefined);
  check("6.6.4-2", found("part") === undefined || found("part") === part);
  check("6.6.4-3", found("conformance")?.toLowerCase() === conformance);
}

/** The file specifications of the name tree, and the files that they embed. */
function checkAttachments(doc: PDFDocument, standard: ArchiveStandard, check: Check): void {
  const associated = arrayIn(doc.catalog, "AF");
  for (const [, specification] of doc.context.enumerateIndirectObjects()) {
    if (!(specification instanceof PDFDict)) continue;
    const files = dictIn(specification, "EF");
    if (files === undefined) continue;
    if (standard.startsWith("pdf/a-2")) check("6.8-5", false);
    const file = files.lookup(PDFName.of("F"));
    const mediaType = file instanceof PDFStream ? nameIn(file.dict, "Subtype") : undefined;
    check("6.8-1", /^[-\w+.]+\/[-\w+.]+$/.test(mediaType ?? ""));
    check("6.8-2", Boolean(textIn(specification, "F")) && Boolean(textIn(specification, "UF")));
    check("6.8-3", nameIn(specification, "AFRelationship") !== undefined);
    check("6.8-4", associated.includes(specification));
  }
}

function numberOf(object: PDFObject | undefined): number {
  return object instanceof PDFNumber ? object.asNumber() : 0;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
