import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { leadFace } from "./font_chain.ts";
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
