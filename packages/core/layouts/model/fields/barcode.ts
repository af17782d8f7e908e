import type { Issue } from "../../../values/mod.ts";
import type { BarcodeType } from "./barcode_type.ts";
import type { BarcodeField } from "./layout_field.ts";

/** The character set that readers assume, except in QR codes, where they assume UTF-8. */
// oxlint-disable-next-line no-control-regex -- control characters are encoded like any others
const ASCII = /^[\u0000-\u007f]*$/;

/** The content that each kind of barcode allows, and its error message. */
const RULES: Record<
  BarcodeType,
  { readonly accepts: (text: string) => boolean; readonly expected: string }
> = {
  qrcode: { accepts: (text) => text.length < 500, expected: "fewer than 500 characters" },
  japanpost: {
    accepts: isJapanPost,
    expected: "seven digits and an address code of at most 13 places, of which a letter takes two",
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
    accepts: (text) => ASCII.test(text),
    expected: "only ASCII characters: no accents, no other scripts",
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
  upce: { accepts: isUpcE, expected: "0 and 6 digits, or 7 with the right check digit" },
  gs1datamatrix: { accepts: isGs1, expected: "GS1 text such as (01)03453120000011" },
  pdf417: {
    accepts: (text) => text.length <= 1000 && ASCII.test(text),
    expected: "at most 1,000 ASCII characters: no accents, no other scripts",
  },
};

/**
 * The reason why a text cannot be a barcode of a type; `undefined` if it can.
 *
 * @example A wrong check digit
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

/** Whether a text has `length` digits with a correct check digit, or one digit less. */
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
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** A letter takes two places. */
function isJapanPost(text: string): boolean {
  const address = /^\d{7}([\dA-Z-]+)$/.exec(text)?.[1] ?? "";
  const places = address.length + address.replace(/[^A-Z]/g, "").length;
  return places > 0 && places <= 13;
}

/** The check digit is the one of the expanded UPC-A; the last digit selects how to expand. */
function isUpcE(text: string): boolean {
  if (!/^0\d{6,7}$/.test(text)) return false;
  const [maker, last, check] = [text.slice(1, 6), text.charAt(6), text.slice(7)];
  const long =
    last <= "2"
      ? `${maker.slice(0, 2)}${last}0000${maker.slice(2)}`
      : last <= "4"
        ? `${maker.slice(0, Number(last))}00000${maker.slice(Number(last))}`
        : `${maker}0000${last}`;
  return check === "" || checkDigit(`0${long}`) === check;
}

function isGs1(text: string): boolean {
  const gtin = /^\(01\)(\d{8}|\d{12,14})(?:\(|$)/.exec(text)?.[1];
  return (
    /^[\u0020-\u007e]{1,52}$/.test(text) && gtin !== undefined && isNumbered(gtin, gtin.length)
  );
}

/** The minimum side of a box in millimetres. */
const MIN_SIDE = 0.3;

/**
 * The problems of a barcode's box, with paths inside the field.
 *
 * @example A box too narrow for bars
 * ```ts
 * import { barcodeBoxProblems } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const problems = barcodeBoxProblems({ type: "code128", width: 0.1, height: 20 });
 * assert.deepEqual(problems.map(({ path }) => path), ["width"]);
 * ```
 */
export function barcodeBoxProblems({
  type,
  width,
  height,
}: Pick<BarcodeField, "type" | "width" | "height">): ReadonlyArray<Issue> {
  return Object.entries({ width, height }).flatMap(([path, side]) =>
    side >= MIN_SIDE
      ? []
      : [{ path, message: `A ${type} barcode has sides of at least ${MIN_SIDE} mm` }],
  );
}
