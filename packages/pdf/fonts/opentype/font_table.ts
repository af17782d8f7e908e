import { decimal } from "../../write/content.ts";
import type { PdfFile, Ref } from "../../write/pdf_file.ts";
import type { Face } from "../faces.ts";
import { subsetFont } from "../subset_font.ts";
import { type SubsetGlyph, UsedFace } from "../used_face.ts";
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

/** Writes the subset of a face that a document uses: a composite font with two bytes per character. */
function addFont(file: PdfFile, usedFace: UsedFace, defaultText: string, ref?: Ref): Ref {
  const { face, glyphs } = usedFace;
  const { font, scale } = face;
  const name = `${subsetTag(glyphs)}+${face.name}`;
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
      `/FontDescriptor ${descriptor}/DW 0/W[0[${widths(usedFace)}]]${glyphMap}>>`,
  );
  const toUnicode = file.addDeflated("", toUnicodeMap(usedFace, defaultText));
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${descendant}]/ToUnicode ${toUnicode}>>`,
    ref,
  );
}

/** Writes the glyphs: as TrueType if the font's outlines can be copied, else as CFF. */
function addProgram(file: PdfFile, name: string, { face: { font }, glyphs }: UsedFace) {
  if (font.hasTrueTypeOutlines) {
    const program = subsetFont(font, glyphs);
    return {
      kind: "CIDFontType2",
      fontFile: `/FontFile2 ${file.addDeflated(`/Length1 ${program.length}`, program)}`,
      glyphMap: "/CIDToGIDMap/Identity",
    };
  }
  const program = cffFont(name, font, glyphs);
  return {
    kind: "CIDFontType0",
    fontFile: `/FontFile3 ${file.addDeflated("/Subtype/CIDFontType0C", program)}`,
    glyphMap: "",
  };
}

/** The widths of all glyphs, in thousandths of the font size. */
function widths({ face, glyphs }: UsedFace): string {
  return glyphs
    .map((glyph) => (typeof glyph === "number" ? face.width(glyph) : glyph.advance * face.scale))
    .map(decimal)
    .join(" ");
}

/** The six letters that identify a subset (ISO 32000-2, 9.9.2), a hash of its glyphs. */
function subsetTag(glyphs: ReadonlyArray<SubsetGlyph>): string {
  let hash = 0x811c9dc5;
  const add = (value: number) => (hash = Math.imul(hash ^ value, 0x01000193) >>> 0);
  for (const glyph of glyphs) {
    if (typeof glyph === "number") add(glyph);
    else for (const { glyph: part, x, y } of glyph.parts) [part, x, y].forEach(add);
  }
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
function toUnicodeMap({ face, glyphs }: UsedFace, defaultText: string): string {
  const ranges: Array<string> = [];
  let [first, texts] = [1, ""];
  const endRange = (next: number) => {
    if (texts !== "") ranges.push(`<${hex(first)}> <${hex(next - 1)}> [${texts}]`);
    texts = "";
  };
  for (let code = 1; code < glyphs.length; code++) {
    const text = textOf(face, glyphs[code] ?? 0) || defaultText;
    // The codes of a range have the same first byte.
    if (text === "" || (code & 0xff) === 0) endRange(code);
    if (text === "") continue;
    if (texts === "") first = code;
    texts += `<${hexText(text)}>`;
  }
  endRange(glyphs.length);
  let blocks = "";
  // A block can have 100 ranges at most.
  for (let index = 0; index < ranges.length; index += 100) {
    const block = ranges.slice(index, index + 100);
    blocks += `${block.length} beginbfrange\n${block.join("\n")}\nendbfrange\n`;
  }
  return HEAD + blocks + TAIL;
}

function textOf({ font }: Face, glyph: SubsetGlyph): string {
  return typeof glyph === "number"
    ? String.fromCodePoint(font.codePointOf(glyph) ?? 0xfffd)
    : glyph.text;
}

/** A text in UTF-16. */
function hexText(text: string): string {
  let digits = "";
  for (let index = 0; index < text.length; index++) digits += hex(text.charCodeAt(index));
  return digits;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, "0");
}
