import { put } from "./corpus_case.ts";

/** A kind of barcode and its content. */
export type Barcode = readonly [type: string, content: string];

/** Two-dimensional and stacked codes. */
export const SQUARE_CODES: ReadonlyArray<Barcode> = [
  ["qrcode", "https://example.com/?q=1"],
  ["gs1datamatrix", "(01)03453120000011"],
  ["pdf417", "Paraph 417"],
];

/** Codes of digits only. */
export const NUMBER_CODES: ReadonlyArray<Barcode> = [
  ["ean13", "4006381333931"],
  ["ean8", "73513537"],
  ["upca", "036000291452"],
  ["upce", "01234565"],
  ["itf14", "15400141288763"],
];

/** Codes with letters. */
export const LETTER_CODES: ReadonlyArray<Barcode> = [
  ["code39", "PARAPH 39"],
  ["code128", "Paraph-128"],
  ["nw7", "A1234B"],
  ["japanpost", "1540023-1-2-3"],
];

/** A field for each, one below the other, each this many millimetres wide. */
export const barcodes = (
  codes: ReadonlyArray<Barcode>,
  widthOf: (type: string) => number = () => 60,
) =>
  codes.map(([type, content], index) =>
    put(8 + index * 26, 20, {
      name: `a ${type}`,
      type,
      content,
      width: widthOf(type),
      includetext: true,
      backgroundColor: "#ffffff",
      barColor: "#000000",
      textColor: "#000000",
    }),
  );
