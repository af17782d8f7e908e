import { type ArchiveProblem, type ArchiveStandard, STANDARDS } from "@paraph/core/layouts";
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from "pdf-lib";

import { removeActiveContent } from "../active/active_content.ts";
import { walkDocument } from "../active/walk_document.ts";
import { contentBytes, contentStreams, isContent } from "../read/content_stream.ts";
import {
  dictEntry,
  dictOf,
  entry,
  itemsOf,
  nameEntry,
  nameOf,
  numberOf,
} from "../read/pdf_objects.ts";
import { boxOf } from "../read/read_pdf.ts";
import type { Check } from "./check.ts";
import { type ContentUse, checkContent } from "./content_rules.ts";
import { checkCatalog, checkBox, checkObject, checkPage } from "./object_rules.ts";
import { RULE_TEXTS } from "./rule_texts.ts";
import { ShownCodes } from "./shown_codes.ts";
import { hasUnicodeValues } from "./unicode_values.ts";

/** Problems above this number are not listed. */
const MAX_PROBLEMS = 100;

/**
 * Lists what prevents documents with the pages of a PDF from conforming to PDF/A. Documents have no active content
 * of it, and metadata and an output intent of their own, so that these are not checked. It changes `doc`.
 */
export function archiveProblems(
  doc: PDFDocument,
  standard: ArchiveStandard,
): ReadonlyArray<ArchiveProblem> {
  removeActiveContent(doc);
  removeMetadata(doc);
  const problems = new Map<string, ArchiveProblem>();
  const checkFor =
    (page: number | undefined, font?: PDFDict): Check =>
    (rule, holds) => {
      if (holds || problems.size >= MAX_PROBLEMS) return;
      const name = nameEntry(font, "BaseFont")?.replace(/^[A-Z]{6}\+/, "");
      const text = RULE_TEXTS[rule] ?? "content that is not permitted";
      const kind = name === undefined ? text : `${text}: ${name}`;
      const clause = rule.replace(/-\d+$/, "");
      problems.set(`${page} ${rule} ${kind}`, { page: page ?? null, kind, clause });
    };
  const needsText = STANDARDS[standard].conformance === "U";
  checkCatalog(doc.catalog, checkFor(undefined));
  const shown = new ShownCodes();
  doc.getPages().forEach((page, index) => {
    const check = checkFor(index + 1);
    for (const name of ["MediaBox", "CropBox"] as const) {
      const box = boxOf(page, name);
      if (box !== undefined) checkBox(box, check);
    }
    checkPage(page.node, check);
    const parts = contentStreams(page.node).map((part) => contentBytes(part) ?? NOTHING);
    const bytes = Buffer.concat(parts.flatMap((part) => [part, NEW_LINE]));
    // Documents have a `q` in front of the content of the base.
    checkColouredContent(bytes, { hasResources: true, nesting: 1 }, check);
    shown.add(bytes, page.node.Resources(), index + 1);
  });
  const form = dictEntry(doc.catalog, "AcroForm");
  const profiles = new OverprintedProfiles();
  walkDocument(doc, ({ holder, key, value }, page) => {
    // Nothing shows the fonts of a form's default resources.
    if (holder === form && key === "DR") return "remove";
    const dict = dictOf(value);
    const isFont = nameEntry(dict, "Type") === "Font";
    const check = checkFor(page, isFont ? dict : undefined);
    checkObject(value, check, needsText);
    checkColours(value, check);
    check("6.4.3-1", entry(dict, "ByteRange") === undefined);
    check("6.2.4.2-2", !profiles.meets(value));
    if (value instanceof PDFStream) {
      checkStream(value, check);
      if (isContent(value.dict))
        shown.add(contentBytes(value) ?? NOTHING, dictEntry(value.dict, "Resources"), page);
    }
    if (dict !== undefined && nameEntry(dict, "Subtype") === "Type3") checkGlyphs(dict, check);
    return "keep";
  });
  if (needsText)
    for (const [font, { page, codes }] of shown.fonts)
      checkFor(page, font)("6.2.11.7.2-1", hasUnicodeValues(font, codes));
  return [...problems.values()].toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0));
}

/** Removes the metadata of pages, images and other parts, which no reader shows. */
export function removeMetadata(doc: PDFDocument): void {
  walkDocument(doc, ({ key, value }) =>
    key === "PieceInfo" || (key === "Metadata" && value instanceof PDFStream) ? "remove" : "keep",
  );
}

const NOTHING = new Uint8Array();
const NEW_LINE = Buffer.from("\n");

/** Checks content, and that it has no colours of CMYK devices. */
function checkColouredContent(bytes: Uint8Array, use: ContentUse, check: Check): void {
  const used = new Set<string>();
  checkContent(bytes, use, check, used);
  check("6.2.4.3-3", !used.has("DeviceCMYK"));
}

function checkStream(stream: PDFStream, check: Check): void {
  const { dict } = stream;
  const filters = [nameEntry(dict, "Filter"), ...itemsOf(dict, "Filter").map(nameOf)];
  check("6.2.8.3-1", !filters.includes("JPXDecode"));
  if (!isContent(dict)) return;
  const hasResources = dictEntry(dict, "Resources") !== undefined;
  checkColouredContent(contentBytes(stream) ?? NOTHING, { hasResources, nesting: 0 }, check);
}

/** Checks the glyphs of a Type 3 font, which are content streams. */
function checkGlyphs(font: PDFDict, check: Check): void {
  const hasResources = dictEntry(font, "Resources") !== undefined;
  const glyphs = dictEntry(font, "CharProcs");
  for (const key of glyphs?.keys() ?? []) {
    const glyph = glyphs?.lookup(key);
    if (glyph instanceof PDFStream)
      checkColouredContent(contentBytes(glyph) ?? NOTHING, { hasResources, nesting: 0 }, check);
  }
}

/** Checks a colour space. */
function checkColours(value: PDFObject, check: Check): void {
  if (value instanceof PDFName) check("6.2.4.3-3", nameOf(value) !== "DeviceCMYK");
  const profile = profileOf(value);
  if (profile !== undefined) check("6.2.4.2-1", isValidProfile(profile));
}

/** The profile of a colour space that is based on one. */
function profileOf(value: PDFObject): PDFStream | undefined {
  if (!(value instanceof PDFArray) || value.size() !== 2) return undefined;
  const profile = nameOf(value.lookup(0)) === "ICCBased" ? value.lookup(1) : undefined;
  return profile instanceof PDFStream ? profile : undefined;
}

/** The numbers of components by the signatures of colour spaces. */
const COMPONENTS: Readonly<Record<string, number>> = { "RGB ": 3, CMYK: 4, GRAY: 1, "Lab ": 3 };
const PROFILE_CLASSES = new Set(["prtr", "mntr", "scnr", "spac"]);

function isValidProfile(profile: PDFStream): boolean {
  const bytes = Buffer.from(contentBytes(profile) ?? NOTHING);
  const text = (start: number) => bytes.toString("latin1", start, start + 4);
  const count = numberOf(entry(profile.dict, "N"));
  return (
    (bytes[8] ?? 5) < 5 &&
    PROFILE_CLASSES.has(text(12)) &&
    count !== undefined &&
    COMPONENTS[text(16)] === count
  );
}

/** Finds CMYK profiles and overprint mode 1 in one PDF. */
class OverprintedProfiles {
  #hasProfile = false;
  #hasMode = false;

  /** Whether a PDF has both, after this object. */
  meets(value: PDFObject): boolean {
    const profile = profileOf(value);
    if (profile !== undefined && numberOf(entry(profile.dict, "N")) === 4) this.#hasProfile = true;
    if (value instanceof PDFDict && numberOf(entry(value, "OPM")) === 1) this.#hasMode = true;
    return this.#hasProfile && this.#hasMode;
  }
}
