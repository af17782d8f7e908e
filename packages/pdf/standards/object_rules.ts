/** Rules of PDF/A-2 and PDF/A-3 (ISO 19005) for single objects, in any part of a document. */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
  PDFString,
} from "pdf-lib";

import {
  dictEntry,
  dictOf,
  entry,
  itemsOf,
  nameEntry,
  nameOf,
  numberOf,
} from "../read/pdf_objects.ts";
import type { Check } from "./check.ts";
import { INTENTS } from "./content_rules.ts";
import { checkFont } from "./font_rules.ts";

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

/**
 * Checks an object, but not what it contains.
 *
 * @param needsText Whether all text must have Unicode values, as level u requires.
 */
export function checkObject(object: PDFObject, check: Check, needsText = true): void {
  if (object instanceof PDFName) {
    check("6.1.13-4", object.asBytes().length <= 127);
  } else if (object instanceof PDFString || object instanceof PDFHexString) {
    check("6.1.13-3", object.asBytes().length < 32768);
    if (object instanceof PDFHexString) check("6.1.6-1", object.asString().length % 2 === 0);
  } else if (object instanceof PDFNumber) {
    const value = object.asNumber();
    if (Number.isInteger(value)) check("6.1.13-1", Math.abs(value) <= 2147483648);
  } else {
    if (object instanceof PDFStream) checkStream(object, check);
    const dict = dictOf(object);
    if (dict !== undefined) checkDict(dict, check, needsText);
  }
}

function checkStream({ dict }: PDFStream, check: Check): void {
  const has = (key: string) => entry(dict, key) !== undefined;
  check("6.1.7.1-3", !["F", "FFilter", "FDecodeParms"].some(has));
  const filter = entry(dict, "Filter");
  const filters = filter instanceof PDFArray ? itemsOf(dict, "Filter") : [filter];
  check(
    "6.1.7.2-1",
    filters.every((each) => each === undefined || FILTERS.has(nameOf(each) ?? "")),
  );
  switch (nameEntry(dict, "Subtype")) {
    case "Image":
      check("6.2.8-1", !has("Alternates"));
      check("6.2.8-2", !has("OPI"));
      check("6.2.8-3", !isTrue(dict, "Interpolate"));
      check("6.2.6-1", !has("Intent") || INTENTS.has(nameEntry(dict, "Intent") ?? ""));
      break;
    case "Form":
      check("6.2.9-1", !has("OPI") && !has("PS") && nameEntry(dict, "Subtype2") !== "PS");
      check("6.2.9-2", !has("Ref"));
      break;
    case "PS":
      check("6.2.9-3", false);
      break;
  }
}

/** Rules for dictionaries that their entries identify. */
function checkDict(dict: PDFDict, check: Check, needsText: boolean): void {
  for (const key of dict.keys()) checkObject(key, check);
  if (nameEntry(dict, "Type") === "Font") checkFont(dict, check, needsText);
  const states = dictEntry(dict, "ExtGState");
  for (const key of states?.keys() ?? []) checkState(states?.lookup(key), check);
  for (const key of ["A", "OpenAction", "Next"]) {
    const value = entry(dict, key);
    const actions = value instanceof PDFArray ? itemsOf(dict, key) : [value];
    for (const action of actions) checkAction(action, check);
  }
}

function checkAction(action: PDFObject | undefined, check: Check): void {
  const name = action instanceof PDFDict ? nameEntry(action, "S") : undefined;
  if (name === undefined || !(action instanceof PDFDict)) return;
  check("6.5.1-1", ACTIONS.has(name));
  check("6.5.1-2", name !== "Named" || PAGE_ACTIONS.has(nameEntry(action, "N") ?? ""));
}

function checkState(state: PDFObject | undefined, check: Check): void {
  if (!(state instanceof PDFDict)) return;
  const has = (key: string) => entry(state, key) !== undefined;
  check("6.2.5-1", !has("TR"));
  check("6.2.5-2", !has("TR2") || nameEntry(state, "TR2") === "Default");
  check("6.2.5-3", !has("HTP"));
  check("6.2.6-1", !has("RI") || INTENTS.has(nameEntry(state, "RI") ?? ""));
  const modes = has("BM") ? [nameEntry(state, "BM"), ...itemsOf(state, "BM").map(nameOf)] : [];
  check(
    "6.2.10-1",
    modes.every((mode) => mode === undefined || BLEND_MODES.has(mode)),
  );
  const halftone = dictOf(entry(state, "HT"));
  check("6.2.5-4", halftone === undefined || [1, 5].includes(numberIn(halftone, "HalftoneType")));
  check("6.2.5-5", entry(halftone, "HalftoneName") === undefined);
}

/** The kinds of annotations that PDF/A permits, without those that play media. */
const ANNOTATIONS = new Set(
  "Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup FileAttachment Widget PrinterMark TrapNet Watermark Redact".split(
    " ",
  ),
);

/** Checks a page and its annotations, but not its content. */
export function checkPage(page: PDFDict, check: Check): void {
  check("6.5.2-2", entry(page, "AA") === undefined);
  check("6.10-2", entry(page, "PresSteps") === undefined);
  for (const annotation of itemsOf(page, "Annots"))
    if (annotation instanceof PDFDict) checkAnnotation(annotation, check);
}

/** Checks the sides of a box of a page, `[left, bottom, right, top]` in points. */
export function checkBox(box: ReadonlyArray<number>, check: Check): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const sides = [Math.abs(right - left), Math.abs(top - bottom)];
  check(
    "6.1.13-11",
    sides.every((side) => side >= 3 && side <= 14400),
  );
}

function checkAnnotation(annotation: PDFDict, check: Check): void {
  const has = (key: string) => entry(annotation, key) !== undefined;
  const subtype = nameEntry(annotation, "Subtype") ?? "";
  check("6.3.1-1", ANNOTATIONS.has(subtype));
  check("6.3.2-1", subtype === "Popup" || has("F"));
  // Printed; neither invisible, hidden, without a view, nor toggled by the pointer.
  check("6.3.2-2", !has("F") || (numberIn(annotation, "F") & 0b1_0010_0111) === 0b100);
  const [left, bottom, right, top] = itemsOf(annotation, "Rect").map(numberOf);
  const isEmpty = left === right && bottom === top;
  check("6.3.3-1", isEmpty || subtype === "Popup" || subtype === "Link" || has("AP"));
  const appearances = dictEntry(annotation, "AP")?.keys().map(String) ?? ["/N"];
  check("6.3.3-2", appearances.join("") === "/N");
  check("6.4.1-1", subtype !== "Widget" || (!has("A") && !has("AA")));
}

/** Checks the catalog, with its form. */
export function checkCatalog(catalog: PDFDict, check: Check): void {
  const has = (key: string) => entry(catalog, key) !== undefined;
  check("6.5.2-1", !has("AA"));
  check("6.10-1", entry(dictEntry(catalog, "Names"), "AlternatePresentations") === undefined);
  check("6.11-1", !has("Requirements"));
  check("6.4.2-2", !isTrue(catalog, "NeedsRendering"));
  const form = dictEntry(catalog, "AcroForm");
  check("6.4.1-3", form === undefined || !isTrue(form, "NeedAppearances"));
  check("6.4.2-1", entry(form, "XFA") === undefined);
}

function isTrue(dict: PDFDict, key: string): boolean {
  return entry(dict, key) === PDFBool.True;
}

function numberIn(dict: PDFDict, key: string): number {
  return numberOf(entry(dict, key)) ?? 0;
}
