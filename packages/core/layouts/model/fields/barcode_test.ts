import { assert, describe, it } from "@effect/vitest";

import { barcodeProblem } from "./barcode.ts";

describe("barcodeProblem()", () => {
  it.each([
    ["qrcode", "https://example.com"],
    ["ean13", "4006381333931"],
    ["ean13", "400638133393"],
    ["ean8", "73513537"],
    ["code39", "CODE-39"],
    ["code128", "Any text, even long"],
    ["qrcode", "Ünïcode ☃"],
    ["upce", "01234505"],
    ["japanpost", "1234567ABCDEF1"],
    ["nw7", "A1234B"],
    ["itf14", "04012345123456"],
    ["upca", "036000291452"],
    ["upce", "01234565"],
    ["japanpost", "1234567ABC-1"],
    ["gs1datamatrix", "(01)03453120000011"],
    ["pdf417", "text"],
  ] as const)("accepts a %s of %s", (type, text) => assert.isUndefined(barcodeProblem(type, text)));

  it.each([
    ["qrcode", "x".repeat(500)],
    ["qrcode", ""],
    ["ean13", "4006381333930"],
    ["ean8", "abc"],
    ["code39", "lower"],
    ["nw7", "1234"],
    ["itf14", "1"],
    ["gs1datamatrix", "(01)03453120000012"],
    ["pdf417", "x".repeat(1001)],
    ["pdf417", "Ünïcode"],
    ["code128", "Ünïcode"],
    ["code128", "☃"],
    ["gs1datamatrix", "(01)03453120000011(10)Ü"],
    ["japanpost", "1234567ABCDEF12"],
    ["upce", "01234506"],
  ] as const)("rejects a %s of %s", (type, text) => assert.isDefined(barcodeProblem(type, text)));
});
