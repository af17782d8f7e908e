import type { BarcodeType } from "@paraph/core/layouts";
import bwip from "bwip-js";

import { LruCache } from "../lru_cache.ts";
import { UnsupportedDrawing } from "../permanent_render_error.ts";

/** A barcode in modules, the width of its narrowest bar. */
export type Barcode = MatrixCode | BarCode;

/** A two-dimensional code. Equal neighbours in a row are one run. */
export interface MatrixCode {
  readonly kind: "matrix";
  readonly columns: number;
  readonly rows: number;
  readonly runs: ReadonlyArray<{
    readonly x: number;
    readonly row: number;
    readonly width: number;
  }>;
}

/** A code of bars next to each other. */
export interface BarCode {
  readonly kind: "bars";
  readonly width: number;
  readonly bars: ReadonlyArray<Bar>;
  /** The text below the bars: whole, or in pieces that are centred at `x`. */
  readonly text: string | ReadonlyArray<{ readonly text: string; readonly x: number }>;
}

export interface Bar {
  readonly x: number;
  readonly width: number;
  /** The share of the height of the highest bar at which it ends; negative if it reaches into the text. */
  readonly bottom: number;
  readonly top: number;
}

const recentCodes = new LruCache<Barcode>({ count: 200, bytes: 8 * 1024 * 1024 });

/** Encodes a text. Fails with `UnsupportedDrawing` if it is invalid or too long. */
export function encodeBarcode(type: BarcodeType, text: string): Barcode {
  const key = `${type} ${text}`;
  const cachedCode = recentCodes.get(key);
  if (cachedCode !== undefined) return cachedCode;
  const code = encode(type, text);
  recentCodes.set(key, code, (code.kind === "matrix" ? code.runs : code.bars).length * 50);
  return code;
}

function encode(type: BarcodeType, text: string): Barcode {
  const [symbol] = symbolsOf(type, text);
  if (symbol === undefined) throw invalid(type);
  if ("pixs" in symbol) return matrixCode(symbol);
  const { bhs, bbs } = symbol;
  const sbs = type === "itf14" ? symbol.sbs.map(withGs1Ratio) : symbol.sbs;
  const top = Math.max(...bhs.map((height, index) => height + (bbs[index] ?? 0)));
  let width = 0;
  const bars = bhs.map((height, index): Bar => {
    const [x, bar = 0, space = 0] = [width, sbs[2 * index], sbs[2 * index + 1]];
    width += bar + (index < bhs.length - 1 ? space : 0);
    const base = bbs[index] ?? 0;
    return { x, width: bar, bottom: base / top, top: (base + height) / top };
  });
  return { kind: "bars", width, bars, text: textBelow(symbol, width) };
}

/** GS1 requires wide bars of 2.25 to 3 modules; those of the library have 2. */
function withGs1Ratio(width: number): number {
  return width === 2 ? 2.5 : width;
}

function symbolsOf(type: BarcodeType, text: string) {
  try {
    const bcid = type === "nw7" ? "rationalizedCodabar" : type;
    return bwip.raw({ bcid, text, includetext: true });
  } catch {
    throw invalid(type);
  }
}

function invalid(type: BarcodeType): UnsupportedDrawing {
  return new UnsupportedDrawing(`Not a ${type} barcode: the text is invalid or too long`);
}

function matrixCode({
  pixs,
  pixx: columns,
}: {
  readonly pixs: ReadonlyArray<number>;
  readonly pixx: number;
}): MatrixCode {
  const rows = pixs.length / columns;
  const runs: Array<MatrixCode["runs"][number]> = [];
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < columns; x++) {
      const start = x;
      while (x < columns && pixs[row * columns + x] === 1) x += 1;
      if (x > start) runs.push({ x: start, row, width: x - start });
    }
  }
  return { kind: "matrix", columns, rows, runs };
}

/** The distance of the centre of a digit after the bars from them, in modules. */
const OUTSIDE = 4.5;

/** The library places the digits of EAN and UPC for a wide font. These are the centres of their bars. */
function textBelow(symbol: object, width: number): BarCode["text"] {
  const pieces = "txt" in symbol && Array.isArray(symbol.txt) ? symbol.txt : [];
  const texts = pieces.map((piece: ReadonlyArray<unknown>) => ({
    text: String(piece[0]),
    x: Number(piece[1]),
  }));
  if (texts.length < 2) return texts[0]?.text ?? "";
  return texts.map(({ text, x }) => {
    if (x < 0 || x > width) return { text, x: Math.min(x, width + OUTSIDE) };
    return { text, x: x < width / 2 ? x - 0.75 : x + 0.25 };
  });
}
