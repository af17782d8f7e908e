import { randomNumbers } from "@paraph/testing/random_numbers";

/** Characters that parsers of short texts are known to overlook. */
const SPECKS = [
  "\0",
  " ",
  "	",
  "\n",
  "\r\n",
  "=",
  "==",
  "%",
  "%00",
  "%2e",
  "%c0%ae",
  "À®",
  ".",
  ",",
  "​",
  "‮",
  "K",
  "ſ",
  "１",
  "١",
  "́",
  "﻿",
  "\ud83d",
  "é",
  "+",
  "/",
  "-",
  "_",
  "'",
  '"',
  ";",
  "\\",
  "#",
  "?",
  "@",
  "*",
  "<",
  "{",
  "[",
  "0",
  "1",
  "A",
  "a",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "1e9",
  "-1",
  "0x",
  "true",
];

/** A text similar to the valid one; equal seeds give equal texts. */
export function forgeText(right: string, seed: number): string {
  const random = randomNumbers(seed * 15_485_867 + 11);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const speck = () => SPECKS[upTo(SPECKS.length)] ?? "";
  const position = upTo(right.length);
  const swap = (change: (char: string) => string) =>
    right.slice(0, position) + change(right.charAt(position)) + right.slice(position + 1);
  switch (upTo(14)) {
    case 0:
      return right;
    case 1:
      return swap((char) => String.fromCharCode(char.charCodeAt(0) ^ (1 << upTo(8))));
    case 2:
      return swap((char) => String.fromCharCode(char.charCodeAt(0) + 1));
    case 3:
      return swap((char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
    case 4:
      return swap((char) =>
        char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase(),
      );
    case 5:
      // Full-width forms, which some parsers normalise before they compare.
      return swap((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
    case 6:
      return right.slice(0, position);
    case 7:
      return right.slice(0, position) + speck() + right.slice(position);
    case 8:
      return speck() + right;
    case 9:
      return right + speck();
    case 10:
      return [right, right].join([", ", ",", " ", "", "\0"][upTo(5)]);
    case 11:
      return right + right.charAt(right.length - 1).repeat([1, 100, 100_000][upTo(3)] ?? 0);
    case 12:
      return speck().repeat([1, 43, 50_000][upTo(3)] ?? 0);
    default:
      return right.slice(0, -1) + speck();
  }
}
