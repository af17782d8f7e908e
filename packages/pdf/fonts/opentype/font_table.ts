import type { PdfFile, Ref } from "../../write/pdf_file.ts";
import type { Face } from "../faces.ts";
import { subsetFont } from "../subset_font.ts";
import { UsedFace } from "../used_face.ts";
import { cffFont } from "./cff_font.ts";

/** The fonts of a document, in order of first use. */
export class FontTable {
  readonly #faces = new Map<Face, UsedFace>();
  /** The fonts that other objects than the pages refer to. */
  readonly #refs = new Map<Face, Ref>();
  readonly #mapsEveryGlyph: boolean;

  /** @param mapsEveryGlyph Whether glyphs without text of their own are mapped to an invisible character. */
  constructor(mapsEveryGlyph: boolean) {
    this.#mapsEveryGlyph = mapsEveryGlyph;
  }

  /** Returns the part of a face that the document uses, with its resource name. */
  use(face: Face): UsedFace {
    const existing = this.#faces.get(face);
    if (existing !== undefined) return existing;
    const usedFace = new UsedFace(face, `F${this.#faces.size + 1}`);
    this.#faces.set(face, usedFace);
    return usedFace;
  }

  /** The reference of a face's font, which `addTo` writes. */
  refOf(face: Face, file: PdfFile): Ref {
    const existing = this.#refs.get(face);
    if (existing !== undefined) return existing;
    const ref = file.reserve();
    this.#refs.set(face, ref);
    return ref;
  }

  /** Writes the fonts after all text is set. Returns the entries of a resource dictionary. */
  addTo(file: PdfFile): string {
    return [...this.#faces.values()]
      .map(
        (usedFace) =>
          `/${usedFace.key} ${addFont(
            file,
            usedFace,
            this.#mapsEveryGlyph ? INVISIBLE : "",
            this.#refs.get(usedFace.face),
          )}`,
      )
      .join("");
  }
}

/** The zero width space. */
const INVISIBLE = "\u200b";

/** A glyph in use, its width in thousandths of the font size, and its text. */
interface UsedGlyph {
  readonly code: number;
  readonly width: number;
  readonly text: string;
}

/** Writes the subset of a face that a document uses: a composite font with two bytes per character. */
function addFont(file: PdfFile, usedFace: UsedFace, defaultText: string, ref?: Ref): Ref {
  const { face } = usedFace;
  const { font, scale } = face;
  const codes = glyphsInUse(usedFace);
  const name = `${subsetTag(codes)}+${face.name}`;
  const units = (value: number) => Math.round(value * scale);
  const { kind, fontFile, glyphMap } = addProgram(file, name, usedFace);
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${font.box.map(units).join(" ")}]` +
      `/ItalicAngle ${Math.round(font.italicAngle)}/Ascent ${units(font.ascent)}` +
      `/Descent ${units(font.descent)}/CapHeight ${units(font.capHeight)}/StemV 80${fontFile}>>`,
  );
  const descendant = file.add(
    `<</Type/Font/Subtype/${kind}/BaseFont/${name}` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor}/DW 0/W[${widths(codes)}]${glyphMap}>>`,
  );
  const toUnicode = file.addDeflated("", toUnicodeMap(codes, defaultText));
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${descendant}]/ToUnicode ${toUnicode}>>`,
    ref,
  );
}

/** Writes the glyphs: as TrueType if the font's outlines can be copied, else as CFF. */
function addProgram(
  file: PdfFile,
  name: string,
  { face: { font }, usedGlyphs, composedGlyphs }: UsedFace,
) {
  if (font.hasTrueTypeOutlines) {
    const program = subsetFont(font, usedGlyphs, composedGlyphs);
    return {
      kind: "CIDFontType2",
      fontFile: `/FontFile2 ${file.addDeflated(`/Length1 ${program.length}`, program)}`,
      glyphMap: "/CIDToGIDMap/Identity",
    };
  }
  const program = cffFont(name, font, usedGlyphs, composedGlyphs);
  return {
    kind: "CIDFontType0",
    fontFile: `/FontFile3 ${file.addDeflated("/Subtype/CIDFontType0C", program)}`,
    glyphMap: "",
  };
}

/** All glyphs in use, in ascending order. */
function glyphsInUse({ face, usedGlyphs, composedGlyphs }: UsedFace): ReadonlyArray<UsedGlyph> {
  const glyphs: Array<UsedGlyph> = [];
  for (let code = usedGlyphs.indexOf(1); code !== -1; code = usedGlyphs.indexOf(1, code + 1)) {
    const text = String.fromCodePoint(face.font.codePointOf(code) ?? 0xfffd);
    glyphs.push({ code, width: face.width(code), text });
  }
  for (const { glyph, advance, text } of composedGlyphs)
    glyphs.push({ code: glyph, width: advance * face.scale, text });
  return glyphs;
}

/** The widths of the glyphs, in runs of consecutive codes. */
function widths(codes: ReadonlyArray<UsedGlyph>): string {
  let text = "";
  let next = -1;
  for (const { code, width } of codes) {
    if (code !== next) text += `${next === -1 ? "" : "]"}${code}[`;
    else text += " ";
    text += Math.round(width * 100) / 100;
    next = code + 1;
  }
  return codes.length === 0 ? "" : `${text}]`;
}

/** The six letters that identify a subset (ISO 32000-2, 9.9.2), a hash of its codes. */
function subsetTag(codes: ReadonlyArray<UsedGlyph>): string {
  let hash = 0x811c9dc5;
  for (const { code } of codes) hash = Math.imul(hash ^ code, 0x01000193) >>> 0;
  return Array.from({ length: 6 }, (_, index) =>
    String.fromCharCode(65 + (Math.floor(hash / 26 ** index) % 26)),
  ).join("");
}

const HEAD = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
`;
const TAIL = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/** The CMap that maps codes to text, for selection, search and copying. */
function toUnicodeMap(
  codes: ReadonlyArray<{ readonly code: number; readonly text: string }>,
  defaultText: string,
): string {
  const lines = codes.flatMap(({ code, text: ownText }) => {
    const text = ownText === "" ? defaultText : ownText;
    if (text === "") return [];
    const units = Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index)));
    return [`<${hex(code)}> <${units.join("")}>`];
  });
  let blocks = "";
  // A block can have 100 lines at most.
  for (let index = 0; index < lines.length; index += 100) {
    const block = lines.slice(index, index + 100);
    blocks += `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`;
  }
  return HEAD + blocks + TAIL;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, "0");
}
