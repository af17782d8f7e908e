import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { readImage, detectImageType, MAX_IMAGE_SIZE } from "./browser/controls/image_file.ts";
import {
  parseDecimal,
  formatDecimal,
  separatorsOf,
  shiftDecimal,
} from "./browser/values/decimal_text.ts";
import { localToIso, isoToLocal } from "./browser/values/local_time.ts";

const ENGLISH = separatorsOf("en-US");
const GERMAN = separatorsOf("de-DE");
const FRENCH = separatorsOf("fr-FR");

describe("parseDecimal()", () => {
  it.each([
    ["1234.5", ENGLISH, "1234.5"],
    ["1,234,567.50", ENGLISH, "1234567.50"],
    ["1,234", ENGLISH, "1234"],
    ["12,5", ENGLISH, undefined],
    ["1,2345", ENGLISH, undefined],
    ["1,00,000", ENGLISH, "100000"],
    ["1.234,56", GERMAN, "1234.56"],
    ["1.234", GERMAN, "1234"],
    ["12.5", GERMAN, "12.5"],
    ["0,10", GERMAN, "0.10"],
    ["1 234,5", FRENCH, "1234.5"],
    ["1'234.5", ENGLISH, "1234.5"],
    ["−5", ENGLISH, "-5"],
    ["€ 12.00", ENGLISH, "12.00"],
    ["19 %", ENGLISH, "19"],
    ["1e3", ENGLISH, "1000"],
    ["0.1.2", ENGLISH, undefined],
    [".5", ENGLISH, "0.5"],
    ["", ENGLISH, undefined],
    [".", ENGLISH, undefined],
    ["e5", ENGLISH, undefined],
    ["ten", ENGLISH, undefined],
  ])("reads %s", (text, separators, decimal) =>
    assert.strictEqual(parseDecimal(text, separators), decimal),
  );

  it.prop(
    "parses formatted decimals exactly",
    [Schema.BigInt, Schema.Literals(["en-US", "de-DE", "fr-FR", "de-CH", "en-IN", "es-ES"])],
    ([cents, locale]) => {
      const [decimal, separators] = [shiftDecimal(String(cents), -2), separatorsOf(locale)];
      assert.strictEqual(parseDecimal(formatDecimal(decimal, separators), separators), decimal);
    },
  );
});

describe("shiftDecimal()", () => {
  it.each([
    ["19", -2, "0.19"],
    ["0.19", 2, "19"],
    ["0.195", 2, "19.5"],
    ["-5", -2, "-0.05"],
    ["7.1", -2, "0.071"],
    ["1e-3", 0, "0.001"],
    ["12.50", 0, "12.50"],
    ["007", 0, "7"],
  ])("moves the point of %s by %s", (decimal, places, expected) =>
    assert.strictEqual(shiftDecimal(decimal, places), expected),
  );
});

describe("local time", () => {
  it("has the offset of its time and place", () => {
    assert.strictEqual(
      localToIso("2026-12-24T18:00", () => 60),
      "2026-12-24T18:00+01:00",
    );
    assert.strictEqual(
      localToIso("2026-07-01T09:30", () => -210),
      "2026-07-01T09:30-03:30",
    );
    assert.match(localToIso("2026-07-01T09:30"), /^2026-07-01T09:30[+-]\d\d:\d\d$/u);
  });

  it("shows the same point in time", () => {
    const india = () => 330;
    assert.strictEqual(isoToLocal("2026-12-24T18:00Z", india), "2026-12-24T23:30");
    assert.strictEqual(isoToLocal("2026-12-24T18:00:30.5+05:30", india), "2026-12-24T18:00");
    assert.strictEqual(isoToLocal("2026-12-24T18:00:30", india), "2026-12-24T18:00");
    assert.strictEqual(isoToLocal("2026-12-24", india), "2026-12-24T00:00");
  });
});

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2);

describe("a picked image", () => {
  it("has the type of its first bytes", () => {
    assert.strictEqual(detectImageType(PNG), "image/png");
    assert.strictEqual(detectImageType(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), "image/jpeg");
    assert.isUndefined(detectImageType(Buffer.from("GIF89a")));
    assert.isUndefined(detectImageType(PNG.subarray(0, 4)));
  });

  it("becomes a data: URI, or is refused", async () => {
    const base64 = Buffer.from(PNG).toString("base64");
    const blob = new Blob([PNG], { type: "image/jpeg" });
    assert.deepEqual(await readImage(blob), { uri: `data:image/png;base64,${base64}` });
    assert.deepEqual(await readImage(new Blob(["<svg/>"])), { problem: "notAnImage" });
    const large = new Blob([PNG, new Uint8Array(MAX_IMAGE_SIZE)]);
    assert.deepEqual(await readImage(large), { problem: "tooLarge" });
  });
});
