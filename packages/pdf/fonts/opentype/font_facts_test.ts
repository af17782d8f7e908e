import { assert, describe, it } from "@effect/vitest";
import type { FontFacts } from "@paraph/core/fonts";

import {
  boldItalicFont,
  openTypeFont,
  trueTypeFont,
  variableFont,
  withLicence,
  withTable,
} from "../../testing/font_files.ts";
import { type FONT_FILES, fontPath } from "../bundled/font_files.ts";
import { fontFacts } from "./font_facts.ts";
import { UnreadableFont } from "./font_file.ts";

describe("fontFacts()", () => {
  it("reads family, style, weight and scripts", () => {
    const caveat: FontFacts = {
      family: "Caveat",
      style: "normal",
      weight: 500,
      scripts: ["Latn", "Cyrl"],
      instances: [],
    };
    assert.deepStrictEqual(fontFacts(trueTypeFont()), caveat);
    assert.deepStrictEqual(fontFacts(openTypeFont()), caveat);
    assert.deepInclude(fontFacts(boldItalicFont()), {
      family: "Roboto",
      style: "italic",
      weight: 700,
    });
  });

  it("reads the named instances of a variable font", () => {
    const { instances, ...facts } = fontFacts(variableFont());
    assert.deepStrictEqual(facts, { family: "Boxes", style: "normal", weight: 400, scripts: [] });
    assert.deepStrictEqual(instances, [
      { name: "Regular", style: "normal", weight: 400, coordinates: {} },
      { name: "Black", style: "normal", weight: 900, coordinates: { wght: 900 } },
    ]);
  });

  it.each([
    [0x0002, false],
    [0x0100, false],
    [0x0200, false],
    [0x0000, true],
    [0x0004, true],
    [0x0008, true],
    [0x000a, true],
  ])("follows OS/2.fsType %i", (bits, isAllowed) => {
    const font = withLicence(trueTypeFont(), bits);
    if (isAllowed) fontFacts(font);
    else assert.throws(() => fontFacts(font), UnreadableFont, /licence/);
  });

  it.each([
    ["nothing", Buffer.alloc(0), /not a TrueType or OpenType font/],
    ["a text", Buffer.from("A text that is no font at all"), /not a TrueType or OpenType font/],
    ["WOFF2", Buffer.from("wOF2 and the rest of the file"), /WOFF2/],
    ["a collection", Buffer.from("ttcf and the rest of the file"), /collection/],
    ["half a font", trueTypeFont().subarray(0, 20_000), /cut short/],
    ["no outlines", withTable(trueTypeFont(), "glyf", () => Buffer.alloc(0)), /cut short/],
    ["no map", withTable(trueTypeFont(), "cmap", () => Buffer.alloc(4)), /character map/],
  ])("explains why %s is refused", (_, bytes, message) => {
    assert.throws(() => fontFacts(bytes), UnreadableFont, message);
  });

  it("refuses a character map that would take hours to read", () => {
    const groups = 100_000;
    const map = Buffer.alloc(12 + 16 + 12 * groups);
    map.writeUInt16BE(1, 2);
    map.writeUInt16BE(3, 4);
    map.writeUInt16BE(10, 6);
    map.writeUInt32BE(12, 8);
    map.writeUInt16BE(12, 12);
    map.writeUInt32BE(groups, 24);
    for (let group = 0; group < groups; group++) map.writeUInt32BE(0x10ffff, 28 + 12 * group + 4);
    assert.throws(
      () => fontFacts(withTable(trueTypeFont(), "cmap", () => map)),
      UnreadableFont,
      /character map/,
    );
  });

  it.each([
    ["TrueType", trueTypeFont()],
    ["OpenType", openTypeFont()],
    ["variable", variableFont()],
    ["Arabic", boldItalicFont()],
  ])("throws nothing but UnreadableFont for damaged fonts: %s", (_, font) => {
    const random = seeded(7);
    for (let round = 0; round < 300; round++) {
      try {
        fontFacts(damaged(font, random));
      } catch (error) {
        assert.instanceOf(error, UnreadableFont);
      }
    }
  });

  it("knows the scripts of the bundled fonts", async () => {
    const { readFileSync } = await import("node:fs");
    const scriptsIn = (name: keyof typeof FONT_FILES) =>
      fontFacts(readFileSync(fontPath(name))).scripts;
    assert.includeMembers([...scriptsIn("Hebrew")], ["Hebr"]);
    assert.includeMembers([...scriptsIn("Devanagari")], ["Deva"]);
    assert.includeMembers([...scriptsIn("Thai")], ["Thai"]);
    assert.includeMembers([...scriptsIn("KR")], ["Hang"]);
    assert.includeMembers([...scriptsIn("Roboto-Regular")], ["Latn", "Grek", "Cyrl"]);
  });
});

/** Changes, cuts or repeats bytes, most of them in the first tables. */
function damaged(font: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(font);
  const count = 1 + Math.floor(random() * 20);
  for (let change = 0; change < count; change++) {
    const range = random() < 0.5 ? Math.min(400, copy.length) : copy.length;
    copy[Math.floor(random() * range)] = Math.floor(random() * 256);
  }
  return random() < 0.2 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy;
}

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296;
  };
}
