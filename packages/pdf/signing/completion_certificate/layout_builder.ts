import type { AdoptedSignature, ImageSignature } from "@paraph/core/builtin_provider";
import type { BundledFontName } from "@paraph/core/fonts";
import type { Field, LayoutSource } from "@paraph/core/layouts";
import type { InputData, LoopDefinition, VariableDefinition } from "@paraph/core/manifests";
import { type Logo, logoDataUri } from "@paraph/core/projects";

/** A box in millimetres; `y` is relative to the builder's current position. */
export interface LayoutBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The style of a text. */
export interface TextOptions {
  readonly fontSize?: number;
  readonly fontName?: BundledFontName;
  readonly fontColor?: string;
  readonly lineHeight?: number;
  readonly characterSpacing?: number;
  readonly alignment?: "left" | "center" | "right";
  readonly verticalAlignment?: "top" | "middle" | "bottom";
  /** The smallest font size when fitting the text to its box. */
  readonly minFontSize?: number;
  /** Whether the box grows with its text. */
  readonly grows?: boolean;
  readonly keepWithNext?: boolean;
  /** The URL that its box leads to. */
  readonly link?: string;
}

/** A column of a table: its heading, and its share of the width. */
export interface TableColumnSpec {
  readonly head: string;
  readonly share: number;
}

/** A signature to draw, and the variable for its drawing. */
export interface PlacedSignature {
  readonly key: string;
  readonly signature: Exclude<AdoptedSignature, ImageSignature>;
  /** The width of its box divided by its height. */
  readonly aspect: number;
}

/** A page of the document to draw, from 1, and the variable for its image. */
export interface PlacedThumbnail {
  readonly key: string;
  readonly page: number;
  /** The width of its box divided by its height. */
  readonly aspect: number;
}

/** A layout, its data, its signatures, and thumbnails of the document. */
export interface FinishedLayout {
  readonly source: LayoutSource;
  readonly data: InputData;
  readonly signatures: ReadonlyArray<PlacedSignature>;
  readonly thumbnails: ReadonlyArray<PlacedThumbnail>;
  /** The variable of the logo; undefined without one. */
  readonly logoKey: string | undefined;
}

export const COLOURS = {
  ink: "#1f2937",
  muted: "#6b7280",
  hairline: "#e2e8f0",
  accent: "#1e3a5f",
  pale: "#f5f7fa",
  pen: "#14213d",
} as const;

/**
 * Builds a layout from top to bottom, with its data. All texts are data, so that they are not parsed as
 * placeholders.
 */
export class LayoutBuilder {
  readonly #fields: Array<Field> = [];
  readonly #everywhere: Array<Field> = [];
  readonly #variables: Array<VariableDefinition> = [];
  readonly #loops: Array<LoopDefinition> = [];
  readonly #signatures: Array<PlacedSignature> = [];
  readonly #thumbnails: Array<PlacedThumbnail> = [];
  readonly #values: Record<string, string> = {};
  readonly #rows: Record<string, ReadonlyArray<Record<string, string>>> = {};
  #logoKey: string | undefined;
  #top: number;

  constructor(top: number) {
    this.#top = top;
  }

  /** Moves the current position down. */
  advance(height: number): void {
    this.#top += height;
  }

  text(value: string, box: LayoutBox, options: TextOptions = {}): void {
    this.#fields.push({ ...this.#textField(value, options), ...this.#at(box) });
  }

  /** A text at the same position on every page. */
  textEverywhere(value: string, { x, y, width, height }: LayoutBox, options: TextOptions): void {
    const place = { position: { x, y }, width, height };
    this.#everywhere.push({ ...this.#textField(value, options), ...place });
  }

  /** The page number, on every page: a text with `{currentPage}` and `{totalPages}`. */
  pageNumbers(content: string, { x, y, width, height }: LayoutBox, options: TextOptions): void {
    this.#everywhere.push({
      name: "Page number",
      type: "text",
      readOnly: true,
      content,
      position: { x, y },
      width,
      height,
      ...styleOf(options),
    });
  }

  rectangle(box: LayoutBox, colour: string, radius = 0): void {
    const name = `Box ${this.#fields.length}`;
    this.#fields.push({ name, type: "rectangle", color: colour, radius, ...this.#at(box) });
  }

  /** A signature, as large as possible. Threads draw it, because they have the fonts. */
  signature(signature: AdoptedSignature, box: LayoutBox): void {
    if (signature.kind === "image") {
      const key = this.#addVariable("image");
      this.#values[key] = `data:image/png;base64,${signature.data}`;
      this.#fields.push({ name: key, type: "image", ...this.#at(box) });
      return;
    }
    const key = this.#addVariable();
    this.#signatures.push({ key, signature, aspect: box.width / box.height });
    this.#fields.push({ name: key, type: "svg", ...this.#at(box) });
  }

  /** A page of the document, as large as possible. Threads draw it, because documents are untrusted. */
  thumbnail(page: number, box: LayoutBox): void {
    const key = this.#addVariable("image");
    this.#thumbnails.push({ key, page, aspect: box.width / box.height });
    this.#fields.push({ name: key, type: "image", ...this.#at(box) });
  }

  /** A QR code, which leads to a URL. */
  qrCode(url: string, alt: string, box: LayoutBox): void {
    const name = this.#addValue(url);
    this.#fields.push({ name, type: "qrcode", alt, link: url, ...this.#at(box) });
  }

  /** A logo; the box has its aspect ratio. */
  logo(logo: Logo, box: LayoutBox): void {
    const isDrawing = logo.type === "image/svg+xml";
    this.#logoKey = this.#addVariable(isDrawing ? "longtext" : "image");
    this.#values[this.#logoKey] = isDrawing
      ? new TextDecoder().decode(logo.bytes)
      : logoDataUri(logo);
    const type = isDrawing ? "svg" : "image";
    this.#fields.push({ name: this.#logoKey, type, ...this.#at(box) });
  }

  table(
    columns: ReadonlyArray<TableColumnSpec>,
    rows: ReadonlyArray<ReadonlyArray<string>>,
    { x, y, width, height, fontSize }: LayoutBox & { readonly fontSize: number },
  ): void {
    const key = `rows${this.#loops.length}`;
    const itemFields = columns.map(({ head: label }, index) => {
      return { key: `c${index}`, label, dataType: "longtext" as const, required: false };
    });
    this.#loops.push({ key, label: key, itemFields });
    this.#rows[key] = rows.map((cells) =>
      Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell])),
    );
    const padding = { top: 0.9, right: 1.5, bottom: 0.9, left: 1.5 };
    const cell = { fontSize, lineHeight: 1.25, verticalAlignment: "top", padding };
    this.#fields.push({
      name: key,
      type: "table",
      showHead: true,
      repeatHead: true,
      columns: itemFields.map((item) => item.key),
      head: columns.map(({ head }) => head),
      headWidthPercentages: columns.map(({ share }) => share),
      headStyles: {
        ...cell,
        fontName: "Roboto-Medium",
        fontColor: COLOURS.accent,
        backgroundColor: COLOURS.pale,
        ...underline(0.3, COLOURS.accent),
      },
      bodyStyles: {
        ...cell,
        fontColor: COLOURS.ink,
        backgroundColor: "",
        ...underline(0.15, COLOURS.hairline),
      },
      ...this.#at({ x, y, width, height }),
    });
  }

  /** Returns the finished layout with its data, in a language. */
  finish(title: string, language: string): FinishedLayout {
    const basePdf = {
      width: 210,
      height: 297,
      padding: [18, 18, 22, 18],
      staticSchema: this.#everywhere,
    };
    const manifest = { variables: this.#variables, loops: this.#loops };
    return {
      source: { layout: { basePdf, schemas: [this.#fields], language }, manifest, title },
      data: { values: this.#values, loops: this.#rows },
      signatures: this.#signatures,
      thumbnails: this.#thumbnails,
      logoKey: this.#logoKey,
    };
  }

  #textField(value: string, options: TextOptions): Field {
    return { name: this.#addValue(value), type: "text", ...styleOf(options) };
  }

  #addValue(value: string): string {
    const key = this.#addVariable();
    this.#values[key] = value;
    return key;
  }

  /** Adds a variable and returns its key. */
  #addVariable(dataType: "longtext" | "image" = "longtext"): string {
    const key = `value${this.#variables.length}`;
    this.#variables.push({ key, label: key, dataType, required: false });
    return key;
  }

  #at({ x, y, width, height }: LayoutBox) {
    return { position: { x, y: this.#top + y }, width, height };
  }
}

function styleOf({ minFontSize, grows, keepWithNext, ...lettering }: TextOptions) {
  const { fontSize = 9 } = lettering;
  return {
    fontColor: COLOURS.ink,
    lineHeight: 1.3,
    ...lettering,
    fontSize,
    ...(minFontSize === undefined
      ? {}
      : { dynamicFontSize: { min: minFontSize, max: fontSize, fit: "vertical" } }),
    ...(grows === true ? { overflow: "expand" } : {}),
    ...(keepWithNext === true ? { keepWithNext } : {}),
  };
}

function underline(width: number, borderColor: string) {
  return { borderColor, borderWidth: { top: 0, right: 0, bottom: width, left: 0 } };
}
