import { type PDFPage, PdfDict, type PdfObject, PdfRef } from "@libpdf/core";

import { numbers, type Resolve } from "./page_objects.ts";

/** The metrics and the Unicode mapping of a font, for a font size of 1. */
export interface TextFont {
  /** Bytes per character code. */
  readonly codeLength: 1 | 2;
  readonly textOf: (code: number) => string;
  readonly widthOf: (code: number) => number;
  readonly ascent: number;
  readonly descent: number;
}

/** The part of LibPDF's font objects that is used here. */
interface LibFont {
  readonly subtype: string;
  readonly descriptor: {
    readonly ascent: number;
    readonly descent: number;
    readonly fontBBox: ReadonlyArray<number>;
  } | null;
  readonly getWidth: (code: number) => number;
  readonly toUnicode: (code: number) => string;
}

/** Reads and caches the fonts of a document. */
export class TextFonts {
  readonly #cache = new Map<PdfObject, TextFont | undefined>();
  readonly #page: PDFPage;
  readonly #resolve: Resolve;

  /** @param page Any page of the document. */
  constructor(page: PDFPage, resolve: Resolve) {
    this.#page = page;
    this.#resolve = resolve;
  }

  /** Returns the font with a name in the resources, undefined when it is unreadable. */
  find(resources: PdfDict | undefined, name: string): TextFont | undefined {
    const fonts = resources?.getDict("Font", this.#resolve);
    const entry = fonts?.get(name);
    if (entry === undefined) return undefined;
    if (this.#cache.has(entry)) return this.#cache.get(entry);
    const font = this.#read(entry);
    this.#cache.set(entry, font);
    return font;
  }

  #read(entry: PdfObject): TextFont | undefined {
    const dict = entry instanceof PdfRef ? this.#resolve(entry) : entry;
    if (!(dict instanceof PdfDict)) return undefined;
    try {
      const font = this.#libFont(entry);
      return font === null ? undefined : this.#textFont(font, dict);
    } catch {
      return undefined;
    }
  }

  /** LibPDF reads fonts only through pages, so this passes it a page with this font only. */
  #libFont(entry: PdfObject): LibFont | null {
    const resources = PdfDict.of({ Font: PdfDict.of({ F: entry }) });
    const dict = PdfDict.of({ Resources: resources });
    const page: PDFPage = Object.create(this.#page, { dict: { value: dict } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private in LibPDF; covered by our tests
    const find = page["createFontResolver"]() as (name: string) => LibFont | null;
    return find("F");
  }

  #textFont(font: LibFont, dict: PdfDict): TextFont {
    const isType3 = font.subtype === "Type3";
    const matrix = isType3 ? numbers(dict.get("FontMatrix", this.#resolve), this.#resolve) : [];
    const scaleX = Math.abs(matrix?.[0] ?? 0) || 0.001;
    const scaleY = Math.abs(matrix?.[3] ?? 0) || 0.001;
    const box = isType3
      ? numbers(dict.get("FontBBox", this.#resolve), this.#resolve)
      : font.descriptor?.fontBBox;
    const descriptor = isType3 ? undefined : font.descriptor;
    return {
      codeLength: font.subtype === "Type0" ? 2 : 1,
      textOf: (code) => font.toUnicode(code),
      widthOf: (code) => finite(font.getWidth(code)) * scaleX,
      ascent: plausible(0.4, 1.3, (descriptor?.ascent || box?.[3] || 0) * scaleY) ?? 0.8,
      descent: plausible(-0.6, -0.05, (descriptor?.descent || box?.[1] || 0) * scaleY) ?? -0.2,
    };
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** Returns a metric when it is plausible. */
function plausible(least: number, most: number, value: number): number | undefined {
  return value >= least && value <= most ? value : undefined;
}
