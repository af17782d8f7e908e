import type { BarcodeType } from "./layout_field.ts";

const KANA_AND_FULL_WIDTH = /[\u3000\u3005\u3006\u3040-\u30ff\u4e00-\u9fcf\uff01-\uff5e]/;

/** What each kind of barcode takes, and how that is told. */
const RULES: Record<
  BarcodeType,
  { readonly accepts: (text: string) => boolean; readonly expected: string }
> = {
  qrcode: { accepts: (text) => text.length < 500, expected: "fewer than 500 characters" },
  japanpost: {
    accepts: (text) => /^\d{7}[\dA-Z-]+$/.test(text),
    expected: "seven digits and an address code",
  },
  ean13: {
    accepts: (text) => isNumbered(text, 13),
    expected: "12 digits, or 13 with the right check digit",
  },
  ean8: {
    accepts: (text) => isNumbered(text, 8),
    expected: "7 digits, or 8 with the right check digit",
  },
  code39: {
    accepts: (text) => /^[\dA-Z\-.$/+% ]+$/.test(text),
    expected: "capital letters, digits and -.$/+%",
  },
  code128: {
    accepts: (text) => !KANA_AND_FULL_WIDTH.test(text),
    expected: "no CJK or full-width characters",
  },
  nw7: {
    accepts: (text) => /^[A-D][\d.$:/+-]+[A-D]$/i.test(text),
    expected: "digits between two letters A to D",
  },
  itf14: {
    accepts: (text) => isNumbered(text, 14),
    expected: "13 digits, or 14 with the right check digit",
  },
  upca: {
    accepts: (text) => isNumbered(text, 12),
    expected: "11 digits, or 12 with the right check digit",
  },
  upce: {
    accepts: (text) => text.startsWith("0") && isNumbered(text, 8),
    expected: "0 and 6 digits, or 7 with the right check digit",
  },
  gs1datamatrix: { accepts: isGs1, expected: "GS1 text such as (01)03453120000011" },
  pdf417: { accepts: (text) => text.length <= 1000, expected: "at most 1,000 characters" },
};

/**
 * Tells why a text cannot be a barcode of a kind, if it cannot.
 *
 * @example A check digit that is wrong
 * ```ts
 * import { barcodeProblem } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(barcodeProblem("ean13", "4006381333931"), undefined);
 * assert.notEqual(barcodeProblem("ean13", "4006381333930"), undefined);
 * ```
 */
export function barcodeProblem(type: BarcodeType, text: string): string | undefined {
  const { accepts, expected } = RULES[type];
  return text !== "" && accepts(text) ? undefined : `Not a ${type} barcode: expected ${expected}`;
}

/** Digits of one length, of which the last, when it is there, must be the check digit. */
function isNumbered(text: string, length: number): boolean {
  if (!/^\d+$/.test(text)) return false;
  return (
    text.length === length - 1 ||
    (text.length === length && checkDigit(text.slice(0, -1)) === text.at(-1))
  );
}

/** The GS1 check digit: weights 3 and 1 from the right. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

function isGs1(text: string): boolean {
  const gtin = /^\(01\)(\d{8}|\d{12,14})(?:\(|$)/.exec(text)?.[1];
  return text.length <= 52 && gtin !== undefined && isNumbered(gtin, gtin.length);
}
