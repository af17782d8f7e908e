import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { leadFace } from "../font_chain.ts";
import type { FontFile } from "./font_file.ts";
import { readKerning } from "./kerning.ts";
import { readSubstitutions } from "./ligatures.ts";

const { font } = leadFace("Roboto");
const [a, v] = [font.glyphOf(0x41), font.glyphOf(0x56)];

const withTable = (name: string, change: (table: Buffer) => Buffer): FontFile => ({
  ...font,
  tables: new Map(font.tables).set(name, change(Buffer.from(font.tables.get(name) ?? []))),
});

/** The `kern` table of older fonts, with one pair. */
const kernTable = (distance: number) => {
  const table = Buffer.alloc(4 + 14 + 6);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(20, 6);
  table.writeUInt16BE(1, 8);
  table.writeUInt16BE(1, 10);
  table.writeUInt16BE(a, 18);
  table.writeUInt16BE(v, 20);
  table.writeInt16BE(distance, 22);
  return table;
};

/** A feature with lookups that are one and the same, and whose subtables are one and the same. */
const repetitiveTable = (tag: string, type: number, lookups: number, subtables: number) => {
  const list = (count: number, offset: number) => [count, ...Array<number>(count).fill(offset)];
  const [scripts, features] = [10, 30];
  const words = Array<number>(40_000).fill(0xffff);
  const put = (offset: number, values: ReadonlyArray<number>) => {
    values.forEach((value, index) => (words[offset / 2 + index] = value));
  };
  const featureLookups = Array.from({ length: Math.min(lookups, 8000) }, (_, index) => index);
  const lookupList = 20_000;
  put(0, [1, 0, scripts, features, lookupList]);
  put(scripts, [1, 0x4446, 0x4c54, 8, 4, 0, 0, 0xffff, 1, 0]);
  put(features, [1, tag.charCodeAt(0) * 256 + tag.charCodeAt(1)]);
  put(features + 4, [tag.charCodeAt(2) * 256 + tag.charCodeAt(3), 8]);
  put(features + 8, [0, featureLookups.length, ...featureLookups]);
  put(lookupList, list(featureLookups.length, 20_000));
  put(lookupList + 20_000, [type, 0, ...list(Math.min(subtables, 8000), 20_000)]);
  // A pair of classes or a set of ligatures, whose coverage has all glyphs.
  put(lookupList + 40_000, type === 2 ? [2, 16, 4, 0, 16, 16, 1, 1] : [1, 16, 1, 16]);
  put(lookupList + 40_016, [2, 1, 0, 0xfffe, 0]);
  return Buffer.from(Uint16Array.from(words).buffer).swap16();
};

describe("readKerning()", () => {
  it("reads pairs of classes and of glyphs", () => {
    const kerning = readKerning(font);
    assert.isBelow(kerning?.(a, v) ?? 0, -20);
    assert.strictEqual(kerning?.(a, a), 0);
  });

  it("reads the table of older fonts", () => {
    const tables = new Map(font.tables).set("kern", kernTable(-99));
    tables.delete("GPOS");
    assert.strictEqual(readKerning({ ...font, tables })?.(a, v), -99);
  });

  it("ignores tables that refer to their parts again and again", () => {
    const started = process.cpuUsage();
    for (const [first, second] of [
      [1, 65_000],
      [65_000, 1],
      [400, 400],
      [1, 1],
    ] as const) {
      const gpos = withTable("GPOS", () => repetitiveTable("kern", 2, first, second));
      const kerning = readKerning(gpos);
      for (let right = 0; right < 1000; right++)
        assert.isTrue(Number.isFinite(kerning?.(a, right) ?? 0));
      const gsub = withTable("GSUB", () => repetitiveTable("liga", 4, first, second));
      for (const ligatures of readSubstitutions(gsub).ligatures.values())
        assert.isAtMost(ligatures.length, 1000);
    }
    const { user, system } = process.cpuUsage(started);
    // Without limits it would take hours.
    assert.isBelow((user + system) / 1e6, 10);
  });

  const Damage = Schema.Struct({
    length: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60_000 })),
    offset: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 })),
    byte: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })),
  });
  it.prop("ignores damaged tables", [Damage], ([{ length, offset, byte }]) => {
    const damage = (table: Buffer) => {
      if (offset < table.length) table[offset] = byte;
      return table.subarray(0, length);
    };
    const kerning = readKerning(withTable("GPOS", damage));
    for (const right of [a, v, 0xffff]) assert.isTrue(Number.isFinite(kerning?.(a, right) ?? 0));
    assert.isDefined(readSubstitutions(withTable("GSUB", damage)).ligatures);
  });
});
