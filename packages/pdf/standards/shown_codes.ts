import type { PDFDict } from "pdf-lib";

import { ContentScanner, type Token } from "../read/content_scanner.ts";
import { dictEntry, dictOf, itemsOf, nameEntry } from "../read/pdf_objects.ts";

/** The codes of a font that a document shows. */
export interface ShownFont {
  /** The first page that shows one, from 1; undefined for other parts of a document. */
  readonly page: number | undefined;
  readonly codes: Set<number>;
}

/** Collects the codes that the content streams of a document show. A font that a form inherits is not followed. */
export class ShownCodes {
  readonly fonts = new Map<PDFDict, ShownFont>();

  /** Adds the codes of a content stream with its resources. */
  add(bytes: Uint8Array, resources: PDFDict | undefined, page?: number): void {
    const scanner = new ContentScanner(bytes);
    const saved: Array<PDFDict | undefined> = [];
    let font: PDFDict | undefined;
    let operands: Array<Token> = [];
    for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
      if (token.kind !== "operator") {
        operands.push(token);
        continue;
      }
      const [first] = operands;
      const name = first?.kind === "name" ? first.name : "";
      switch (token.name) {
        case "q":
          saved.push(font);
          break;
        case "Q":
          font = saved.pop();
          break;
        case "Tf":
          font = dictEntry(dictEntry(resources, "Font"), name);
          break;
        case "gs": {
          const state = dictEntry(dictEntry(resources, "ExtGState"), name);
          font = dictOf(itemsOf(state, "Font")[0]) ?? font;
          break;
        }
        case "Tj":
        case "TJ":
        case "'":
        case '"':
          if (font !== undefined) this.#addCodes(font, operands.at(-1), page);
          break;
        case "ID":
          scanner.skipInlineImage();
          break;
      }
      operands = [];
    }
  }

  #addCodes(font: PDFDict, operand: Token | undefined, page: number | undefined): void {
    if (operand?.kind === "array")
      for (const item of operand.items) this.#addCodes(font, item, page);
    if (operand?.kind !== "string") return;
    const shown = this.fonts.get(font) ?? { page, codes: new Set() };
    this.fonts.set(font, shown);
    const { bytes } = operand;
    if (nameEntry(font, "Subtype") !== "Type0") for (const byte of bytes) shown.codes.add(byte);
    else if (hasTwoByteCodes(font))
      for (let index = 0; index + 1 < bytes.length; index += 2)
        shown.codes.add((bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0));
  }
}

/** Whether a composite font has codes of two bytes. The codes of embedded CMaps are not read. */
function hasTwoByteCodes(font: PDFDict): boolean {
  return /^Identity-[HV]$/.test(nameEntry(font, "Encoding") ?? "");
}
