import { PDFDict, PDFName, PDFStream } from "pdf-lib";

import { dictEntry, entry, itemsOf, nameEntry } from "../read/pdf_objects.ts";
import type { Check } from "./check.ts";
import { unicodeMap } from "./unicode_values.ts";
import { hasWidthsOfGlyphs, isSymbolic } from "./widths/glyph_widths.ts";

const SUBTYPES = new Set("Type0 Type1 MMType1 Type3 TrueType CIDFontType0 CIDFontType2".split(" "));

/** Encodings in which the text of every code is known. */
const KNOWN_ENCODINGS = new Set(["WinAnsiEncoding", "MacRomanEncoding", "MacExpertEncoding"]);

/**
 * The rules of PDF/A for a font: entries, embedding, and the form of its Unicode values.
 *
 * @param needsText Whether all text must have Unicode values, as level u requires.
 */
export function checkFont(font: PDFDict, check: Check, needsText = true): void {
  const subtype = nameEntry(font, "Subtype") ?? "";
  check("6.2.11.2-2", SUBTYPES.has(subtype));
  check("6.2.11.2-3", subtype === "Type3" || nameEntry(font, "BaseFont") !== undefined);
  if (subtype === "Type0") {
    const encoding = entry(font, "Encoding");
    const isIdentity = /^Identity-[HV]$/.test(nameEntry(font, "Encoding") ?? "");
    check("6.2.11.3.3-1", isIdentity || encoding instanceof PDFStream);
    check("6.2.11.4.1-1", itemsOf(font, "DescendantFonts")[0] instanceof PDFDict);
  } else {
    check("6.2.11.4.1-1", isEmbedded(font));
    const hasGlyphs = font.has(PDFName.of("CIDToGIDMap"));
    check("6.2.11.3.2-1", subtype !== "CIDFontType2" || !isEmbedded(font) || hasGlyphs);
    check("6.2.11.5-1", hasWidthsOfGlyphs(font));
  }
  if (subtype === "TrueType") checkEncoding(font, check);
  if (!needsText || subtype.startsWith("CIDFont")) return;
  const map = unicodeMap(font);
  check("6.2.11.7.2-1", subtype !== "Type0" || map !== undefined);
  check("6.2.11.7.2-2", map?.isText !== false);
}

/** Whether a font has its glyphs in the file. Those of a composite font are in its descendant. */
export function isEmbedded(font: PDFDict): boolean {
  const descriptor = dictEntry(font, "FontDescriptor");
  const files = ["FontFile", "FontFile2", "FontFile3"];
  return (
    ["Type0", "Type3"].includes(nameEntry(font, "Subtype") ?? "") ||
    files.some((key) => entry(descriptor, key) instanceof PDFStream)
  );
}

/** A symbolic TrueType font has the encoding of its file, and any other a known one. */
function checkEncoding(font: PDFDict, check: Check): void {
  if (isSymbolic(font)) check("6.2.11.6-3", entry(font, "Encoding") === undefined);
  else check("6.2.11.6-2", KNOWN_ENCODINGS.has(encodingOf(font) ?? ""));
}

function encodingOf(font: PDFDict): string | undefined {
  return nameEntry(font, "Encoding") ?? nameEntry(dictEntry(font, "Encoding"), "BaseEncoding");
}
