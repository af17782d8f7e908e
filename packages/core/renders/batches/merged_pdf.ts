import type { MergedFile, MergedPart } from "./pdf_merger.ts";

/** The fixed numbers of the objects that a merged file starts with. */
const CATALOG = 1;
const ROOT = 2;
const OUTLINES = 3;
const FIRST_FREE = 4;

const ENCODER = new TextEncoder();

/** A document in a merged file: its bookmark, and its objects. */
interface Section {
  readonly title: string;
  readonly node: number;
  readonly firstPage: number;
  readonly pageCount: number;
}

/**
 * Writes documents to one PDF, one after the other: a bookmark for each, and their pages. Holds the positions of
 * objects, but no content.
 */
export class MergedPdf {
  readonly #offsets = new Map<number, number>();
  readonly #sections: Array<Section> = [];
  readonly #files: Array<MergedFile> = [];
  #length = 0;
  #next = FIRST_FREE;

  /** The first bytes of the file. */
  start(): Uint8Array {
    return this.#emit([HEADER]);
  }

  /** The numbers for the next document. */
  numbers(): { readonly firstNumber: number; readonly parent: number } {
    return { parent: this.#next, firstNumber: this.#next + 1 };
  }

  /** The bytes of the next document, whose part has the last {@linkcode numbers}. */
  append(title: string, { bytes, offsets, pages, files }: MergedPart): Uint8Array {
    const { parent, firstNumber } = this.numbers();
    const kids = pages.map((page) => `${page} 0 R`).join(" ");
    const node = this.#object(
      parent,
      `<</Type/Pages/Parent ${ROOT} 0 R/Count ${pages.length}/Kids[${kids}]>>`,
      0,
    );
    for (const [index, offset] of offsets.entries())
      this.#offsets.set(firstNumber + index, this.#length + node.length + offset);
    this.#next = firstNumber + offsets.length;
    this.#sections.push({
      title,
      node: parent,
      firstPage: pages[0] ?? parent,
      pageCount: pages.length,
    });
    this.#files.push(...files);
    return this.#emit([node, bytes]);
  }

  /** The last bytes of the file. */
  finish(): Uint8Array {
    const sections = this.#sections;
    const items = this.#next;
    const pieces: Array<Uint8Array> = [];
    const add = (number: number, body: string) => {
      const before = pieces.reduce((total, { length }) => total + length, 0);
      pieces.push(this.#object(number, body, before));
    };
    for (const [index, { title, firstPage }] of sections.entries()) {
      const previous = index === 0 ? "" : `/Prev ${items + index - 1} 0 R`;
      const next = index === sections.length - 1 ? "" : `/Next ${items + index + 1} 0 R`;
      add(
        items + index,
        `<</Title ${textString(title)}/Parent ${OUTLINES} 0 R${previous}${next}/Dest[${firstPage} 0 R/Fit]>>`,
      );
    }
    this.#next += sections.length;
    const count = sections.reduce((total, { pageCount }) => total + pageCount, 0);
    const kids = sections.map(({ node }) => `${node} 0 R`).join(" ");
    add(ROOT, `<</Type/Pages/Count ${count}/Kids[${kids}]>>`);
    const last = items + sections.length - 1;
    add(
      OUTLINES,
      `<</Type/Outlines/First ${items} 0 R/Last ${last} 0 R/Count ${sections.length}>>`,
    );
    add(
      CATALOG,
      `<</Type/Catalog/Pages ${ROOT} 0 R/Outlines ${OUTLINES} 0 R${filesEntries(this.#files)}>>`,
    );
    const start = this.#length + pieces.reduce((total, { length }) => total + length, 0);
    const entries = Array.from({ length: this.#next - 1 }, (_, index) => {
      const offset = this.#offsets.get(index + 1) ?? 0;
      return `${String(offset).padStart(10, "0")} 00000 n \n`;
    });
    pieces.push(
      ENCODER.encode(
        `xref\n0 ${this.#next}\n0000000000 65535 f \n${entries.join("")}` +
          `trailer\n<</Size ${this.#next}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
    return this.#emit(pieces);
  }

  /** An object that starts `before` bytes after the bytes that are written. */
  #object(number: number, body: string, before: number): Uint8Array {
    this.#offsets.set(number, this.#length + before);
    return ENCODER.encode(`${number} 0 obj\n${body}\nendobj\n`);
  }

  #emit(pieces: ReadonlyArray<Uint8Array>): Uint8Array {
    const bytes = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0));
    let position = 0;
    for (const piece of pieces) {
      bytes.set(piece, position);
      position += piece.length;
    }
    this.#length += bytes.length;
    return bytes;
  }
}

/** The second line marks the file as binary for transfer programs. */
const HEADER = Uint8Array.of(
  ...ENCODER.encode("%PDF-1.7\n%"),
  0xe2,
  0xe3,
  0xcf,
  0xd3,
  ...ENCODER.encode("\n"),
);

/** The entries of the catalog for attached files. */
function filesEntries(files: ReadonlyArray<MergedFile>): string {
  if (files.length === 0) return "";
  const refs = files
    .filter(({ isAssociated }) => isAssociated)
    .map(({ number }) => `${number} 0 R`);
  const associated = refs.length === 0 ? "" : `/AF[${refs.join(" ")}]`;
  // In the order of their bytes, as a tree of names requires.
  const names = files
    .map(({ name, number }) => `${textString(name)} ${number} 0 R`)
    .toSorted((one, other) => (one < other ? -1 : 1));
  return `${associated}/Names<</EmbeddedFiles<</Names[${names.join(" ")}]>>>>`;
}

/** A text in UTF-16 with its mark, as hexadecimal digits. */
function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, "0"),
  );
  return `<feff${units.join("")}>`;
}
