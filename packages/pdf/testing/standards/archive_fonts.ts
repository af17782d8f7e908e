import { type PDFDict, PDFName, PDFStream } from "pdf-lib";

import { arrayIn, type Check, contentOf, dictIn, nameIn } from "./pdf_objects.ts";

const SUBTYPES = new Set("Type0 Type1 MMType1 Type3 TrueType CIDFontType0 CIDFontType2".split(" "));

/** The rules of PDF/A for a font: entries, embedding and the text of its glyphs. */
export function checkFont(font: PDFDict, check: Check): void {
  const subtype = nameIn(font, "Subtype") ?? "";
  check("6.2.11.2-2", SUBTYPES.has(subtype));
  check("6.2.11.2-3", subtype === "Type3" || nameIn(font, "BaseFont") !== undefined);
  const [descendant] = arrayIn(font, "DescendantFonts");
  if (subtype === "Type0") {
    check("6.2.11.3.3-1", /^Identity-[HV]$/.test(nameIn(font, "Encoding") ?? ""));
    check("6.2.11.4.1-1", descendant !== undefined);
    checkUnicode(font, check);
  } else {
    check("6.2.11.4.1-1", isEmbedded(font));
    const hasGlyphs = font.has(PDFName.of("CIDToGIDMap"));
    check("6.2.11.3.2-1", subtype !== "CIDFontType2" || !isEmbedded(font) || hasGlyphs);
  }
}

/** Whether a font has its glyphs in the file. Those of a composite font are in its descendant. */
export function isEmbedded(font: PDFDict): boolean {
  const descriptor = dictIn(font, "FontDescriptor");
  const files = ["FontFile", "FontFile2", "FontFile3"];
  return (
    ["Type0", "Type3"].includes(nameIn(font, "Subtype") ?? "") ||
    files.some((key) => descriptor?.has(PDFName.of(key)))
  );
}

/** Text that a reader could not search for or copy. */
const NO_TEXT = /^(?:|0000|FEFF|FFFE)$/i;

/** Every glyph has a text (level u), and none is a character that is no text. */
function checkUnicode(font: PDFDict, check: Check): void {
  const map = font.lookup(PDFName.of("ToUnicode"));
  check("6.2.11.7.2-1", map instanceof PDFStream);
  if (!(map instanceof PDFStream)) return;
  const texts = Array.from(
    Buffer.from(contentOf(map))
      .toString("latin1")
      .matchAll(/^<[0-9A-F]+> ?(?:<[0-9A-F]+> ?)?<([0-9A-F]*)>/gim),
    ([, text]) => text ?? "",
  );
  check(
    "6.2.11.7.2-2",
    texts.every((text) => !NO_TEXT.test(text)),
  );
}
