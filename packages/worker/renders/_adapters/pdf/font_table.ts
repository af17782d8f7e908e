import { deflateSync } from "node:zlib";

import { type PDFDocument, type PDFRef, PDFString } from "@pdfme/pdf-lib";

import type { Face } from "../text/faces.ts";

/** A glyph as one document uses it: its shape, its width, and the characters it is read as. */
interface UsedGlyph {
  readonly id: number;
  readonly text: string;
  readonly width: number;
}

/** The part of one face that a document uses. Codes are handed out in the order glyphs are met. */
class UsedFace {
  readonly face: Face;
  readonly key: string;
  readonly glyphs: Array<UsedGlyph> = [];
  readonly codes = new Map<string, number>();

  constructor(face: Face, key: string) {
    this.face = face;
    this.key = key;
  }

  /** One code per shape and reading, so that a shape that stands for two characters is read right twice. */
  code(id: number, text: string, width: number): number {
    const rounded = Math.round(width);
    const name = `${id}/${rounded}/${text}`;
    const known = this.codes.get(name);
    if (known !== undefined) return known;
    this.glyphs.push({ id, text, width: rounded });
    const code = this.glyphs.length;
    this.codes.set(name, code);
    return code;
  }

  /** The width a reader gives a code, in thousandths of the font size. */
  width(code: number): number {
    return this.glyphs[code - 1]?.width ?? 0;
  }
}

/** The fonts of one document: which glyphs it uses, and their subsets once it is written. */
export class FontTable {
  readonly #faces = new Map<Face, UsedFace>();
  #refs: ReadonlyMap<string, PDFRef> | undefined;

  /** Names a face in content streams and hands out codes for its glyphs. */
  use(face: Face): UsedFace {
    const known = this.#faces.get(face);
    if (known !== undefined) return known;
    const used = new UsedFace(face, `P${this.#faces.size + 1}`);
    this.#faces.set(face, used);
    return used;
  }

  /** The fonts by their names in content streams; embeds them when first asked, after all text is set. */
  embed(doc: PDFDocument): ReadonlyMap<string, PDFRef> {
    this.#refs ??= new Map(
      [...this.#faces.values()].map((used) => [used.key, embedFace(doc, used)]),
    );
    return this.#refs;
  }
}

function embedFace({ context }: PDFDocument, { face, glyphs }: UsedFace): PDFRef {
  const { font, scale } = face;
  const subset = font.createSubset();
  const subsetIds = [0, ...glyphs.map(({ id }) => subset.includeGlyph(id))];
  const program = subset.encode();
  const name = `${subsetTag(glyphs)}+${face.name}`;
  const file = context.register(
    context.stream(deflate(program), { Filter: "FlateDecode", Length1: program.length }),
  );
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: 4,
      FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((unit) =>
        Math.round(unit * scale),
      ),
      ItalicAngle: font.italicAngle,
      Ascent: Math.round(font.ascent * scale),
      Descent: Math.round(font.descent * scale),
      CapHeight: Math.round((font.capHeight || font.ascent) * scale),
      StemV: 80,
      FontFile2: file,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFString.of("Adobe"),
        Ordering: PDFString.of("Identity"),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      DW: 0,
      W: [1, glyphs.map(({ width }) => width)],
      CIDToGIDMap: context.register(
        context.stream(deflate(twoByteIds(subsetIds)), { Filter: "FlateDecode" }),
      ),
    }),
  );
  const toUnicode = context.register(
    context.stream(deflate(Buffer.from(toUnicodeMap(glyphs), "latin1")), { Filter: "FlateDecode" }),
  );
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    }),
  );
}

/** Six letters that tell subsets of one font apart, drawn from the glyphs alone. */
function subsetTag(glyphs: ReadonlyArray<UsedGlyph>): string {
  let hash = 0x811c9dc5;
  for (const { id } of glyphs) hash = Math.imul(hash ^ id, 0x01000193) >>> 0;
  return Array.from({ length: 6 }, (_, at) =>
    String.fromCharCode(65 + (Math.floor(hash / 26 ** at) % 26)),
  ).join("");
}

function twoByteIds(ids: ReadonlyArray<number>): Buffer {
  const bytes = Buffer.alloc(ids.length * 2);
  ids.forEach((id, at) => bytes.writeUInt16BE(id, at * 2));
  return bytes;
}

const MAP_HEAD = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
`;
const MAP_TAIL = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/** How each code is read when text is selected, searched or copied. */
function toUnicodeMap(glyphs: ReadonlyArray<UsedGlyph>): string {
  const lines = glyphs.flatMap(({ text }, at) =>
    text === ""
      ? []
      : [
          `<${hex(at + 1)}> <${Array.from({ length: text.length }, (_, k) => hex(text.charCodeAt(k))).join("")}>`,
        ],
  );
  const blocks: Array<string> = [];
  // A block holds at most a hundred lines.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`);
  }
  return MAP_HEAD + blocks.join("") + MAP_TAIL;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, "0");
}

function deflate(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(deflateSync(bytes));
}
