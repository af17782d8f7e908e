import { Schema } from "effect";

export const BarcodeType = Schema.Literals([
  "qrcode",
  "japanpost",
  "ean13",
  "ean8",
  "code39",
  "code128",
  "nw7",
  "itf14",
  "upca",
  "upce",
  "gs1datamatrix",
  "pdf417",
]);
export type BarcodeType = typeof BarcodeType.Type;
