/**
 * Mechanical rules of PDF/A-2 and PDF/A-3 (ISO 19005), under the ids that veraPDF's profiles give them. They
 * find mistakes of the writer in its own files; they are no validator.
 */
import type { ArchiveStandard } from "@paraph/core/layouts";
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from "pdf-lib";

import { checkFont } from "./archive_fonts.ts";
import {
  arrayIn,
  type Check,
  collectBroken,
  contentOf,
  dictIn,
  isTrue,
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
  for (const [, object] of doc.context.enumerateIndirectObjects()) checkObject(object, check);
  checkSignatures(bytes, doc, check);
  checkOutputIntents(doc, check);
  checkCatalog(doc.catalog, check);
  checkMetadata(metadataOf(doc), standard, check);
  checkAttachments(doc, standard, check);
  for (const { node } of doc.getPages()) checkPage(node, check);
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

const FILTERS = new Set(
  "ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode".split(
    " ",
  ),
);
const BLEND_MODES = new Set(
  "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity".split(
    " ",
  ),
);
const ACTIONS = new Set("GoTo GoToR GoToE Thread URI Named SubmitForm".split(" "));
const PAGE_ACTIONS = new Set("NextPage PrevPage FirstPage LastPage".split(" "));

/** An object and all that it contains. */
function checkObject(object: PDFObject | undefined, check: Check): void {
  if (object instanceof PDFName) {
    check("6.1.13-4", object.asBytes().length <= 127);
  } else if (object instanceof PDFString || object instanceof PDFHexString) {
    check("6.1.13-3", object.asBytes().length < 32768);
    if (object instanceof PDFHexString) check("6.1.6-1", object.asString().length % 2 === 0);
  } else if (object instanceof PDFNumber) {
    const value = object.asNumber();
    if (Number.isInteger(value)) check("6.1.13-1", Math.abs(value) <= 2147483648);
  } else if (object instanceof PDFArray) {
    for (const each of object.asArray()) checkObject(each, check);
  } else if (object instanceof PDFStream) {
    checkStream(object, check);
    checkObject(object.dict, check);
  } else if (object instanceof PDFDict) {
    checkDict(object, check);
    for (const [key, value] of object.entries()) {
      checkObject(key, check);
      // Nothing shows the fonts of a form's default resources.
      if (key !== PDFName.of("DR")) checkObject(value, check);
    }
  }
}

function checkStream(stream: PDFStream, check: Check): void {
  const { dict } = stream;
  check("6.1.7.1-3", !["F", "FFilter", "FDecodeParms"].some((key) => dict.has(PDFName.of(key))));
  const filter = nameIn(dict, "Filter");
  const filters = filter === undefined ? arrayIn(dict, "Filter").map(nameOf) : [filter];
  check(
    "6.1.7.2-1",
    filters.every((each) => FILTERS.has(each)),
  );
  const has = (key: string) => dict.has(PDFName.of(key));
  switch (nameIn(dict, "Subtype")) {
    case "Image":
      check("6.2.8-1", !has("Alternates"));
      check("6.2.8-2", !has("OPI"));
      check("6.2.8-3", !isTrue(dict, "Interpolate"));
      break;
    case "Form":
      check("6.2.9-1", !has("OPI") && !has("PS") && nameIn(dict, "Subtype2") !== "PS");
      check("6.2.9-2", !has("Ref"));
      break;
    case "PS":
      check("6.2.9-3", false);
      break;
  }
}

/** Rules for dictionaries that their entries identify. */
function checkDict(dict: PDFDict, check: Check): void {
  if (nameIn(dict, "Type") === "Font") checkFont(dict, check);
  const states = dictIn(dict, "ExtGState");
  for (const key of states?.keys() ?? []) checkState(states?.lookup(key), check);
  const action = dictIn(dict, "A") ?? dictIn(dict, "OpenAction");
  if (action !== undefined && nameIn(action, "S") !== undefined) {
    const name = nameIn(action, "S") ?? "";
    check("6.5.1-1", ACTIONS.has(name));
    check("6.5.1-2", name !== "Named" || PAGE_ACTIONS.has(nameIn(action, "N") ?? ""));
  }
}

function checkState(state: PDFObject | undefined, check: Check): void {
  if (!(state instanceof PDFDict)) return;
  const has = (key: string) => state.has(PDFName.of(key));
  check("6.2.5-1", !has("TR"));
  check("6.2.5-2", !has("TR2") || nameIn(state, "TR2") === "Default");
  check("6.2.5-3", !has("HTP"));
  const mode = nameIn(state, "BM");
  check("6.2.10-1", mode === undefined || BLEND_MODES.has(mode));
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
  }
  for (const { node } of doc.getPages()) coloursOf(latin1(contentOf(node.Contents())), used);
  check("6.2.4.3-2", !used.has("DeviceRGB") || colours === "RGB ");
  check("6.2.4.3-3", !used.has("DeviceCMYK") || colours === "CMYK");
  check("6.2.4.3-4", !used.has("DeviceGray") || profile !== undefined);
}

const COLOUR_OPERATORS: Readonly<Record<string, string>> = {
  rg: "DeviceRGB",
  k: "DeviceCMYK",
  g: "DeviceGray",
};

/** The device colour spaces that the operators of a content stream select. */
function coloursOf(content: string, used: Set<string>): void {
  // Strings may have any bytes.
  const plain = content.replaceAll(/\((?:[^\\()]|\\[^])*\)/g, "()");
  for (const [, operator = ""] of plain.matchAll(/[\d.]\s+(rg|k|g)(?![\w*])/gi))
    used.add(COLOUR_OPERATORS[operator.toLowerCase()] ?? "");
}

function checkCatalog(catalog: PDFDict, check: Check): void {
  const has = (key: string) => catalog.has(PDFName.of(key));
  check("6.5.2-1", !has("AA"));
  check("6.6.2.1-1", catalog.lookup(PDFName.of("Metadata")) instanceof PDFRawStream);
  check("6.10-1", dictIn(catalog, "Names")?.has(PDFName.of("AlternatePresentations")) !== true);
  check("6.11-1", !has("Requirements"));
  check("6.4.2-2", !isTrue(catalog, "NeedsRendering"));
  const form = dictIn(catalog, "AcroForm");
  check("6.4.1-3", !isTrue(form, "NeedAppearances"));
  check("6.4.2-1", form?.has(PDFName.of("XFA")) !== true);
}

/** Namespaces that XMP or PDF/A define. Others need a description in an extension schema. */
const PREDEFINED = new Set(
  "x rdf dc xmp pdf pdfaid pdfaExtension pdfaSchema pdfaProperty".split(" "),
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
  const found = (name: string) => new RegExp(`<pdfaid:${name}>(.*?)<`).exec(xmp)?.[1];
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

/** The kinds of annotations that PDF/A permits, without those that play media. */
const ANNOTATIONS = new Set(
  "Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup FileAttachment Widget PrinterMark TrapNet Watermark Redact".split(
    " ",
  ),
);

function checkPage(page: PDFDict, check: Check): void {
  check("6.5.2-2", !page.has(PDFName.of("AA")));
  check("6.10-2", !page.has(PDFName.of("PresSteps")));
  const [left = 0, bottom = 0, right = 0, top = 0] = arrayIn(page, "MediaBox").map(numberOf);
  const sides = [Math.abs(right - left), Math.abs(top - bottom)];
  check(
    "6.1.13-11",
    sides.every((side) => side >= 3 && side <= 14400),
  );
  for (const annotation of arrayIn(page, "Annots"))
    if (annotation instanceof PDFDict) checkAnnotation(annotation, check);
}

function checkAnnotation(annotation: PDFDict, check: Check): void {
  const has = (key: string) => annotation.has(PDFName.of(key));
  const subtype = nameIn(annotation, "Subtype") ?? "";
  check("6.3.1-1", ANNOTATIONS.has(subtype));
  check("6.3.2-1", subtype === "Popup" || has("F"));
  // Printed; neither invisible, hidden, without a view, nor toggled by the pointer.
  const flags = numberOf(annotation.lookup(PDFName.of("F")));
  check("6.3.2-2", !has("F") || (flags & 0b1_0010_0111) === 0b100);
  const [left, bottom, right, top] = arrayIn(annotation, "Rect").map(numberOf);
  const isEmpty = left === right && bottom === top;
  check("6.3.3-1", isEmpty || subtype === "Popup" || subtype === "Link" || has("AP"));
  const appearances = dictIn(annotation, "AP")?.keys().map(String) ?? ["/N"];
  check("6.3.3-2", appearances.join("") === "/N");
  check("6.4.1-1", subtype !== "Widget" || (!has("A") && !has("AA")));
}

function nameOf(object: PDFObject | undefined): string {
  return object instanceof PDFName ? object.decodeText() : "";
}

function numberOf(object: PDFObject | undefined): number {
  return object instanceof PDFNumber ? object.asNumber() : 0;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
