import { constants, inflateSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";
import { randomNumbers } from "@paraph/testing/random_numbers";

import { DoubleDeflate } from "./double_deflate.ts";
import { NumberedText } from "./numbered_text.ts";

/** Deflates texts, and returns what two passes unpack. */
const unpacked = ({ entries, bytes }: ReturnType<DoubleDeflate["finish"]>) =>
  Array.from(entries.matchAll(/FlateDecode/g))
    .reduce<Uint8Array>((packed) => inflateSync(packed), bytes)
    .toString();

describe("DoubleDeflate", () => {
  it("unpacks to its text", () => {
    const stream = new DoubleDeflate();
    const random = randomNumbers(3);
    const [short, long] = [
      new NumberedText("a# "),
      new NumberedText(`<${" ".repeat(140)}#######/######>`),
    ];
    let expected = "";
    for (let round = 0; round < 3_000; round++) {
      const kind = Math.floor(random() * 20);
      if (kind === 0) {
        const text = "<</Any [text]>>\n~".slice(0, round % 18);
        stream.text(text);
        expected += text;
      } else if (kind < 4) {
        short.numbers[0] = round % 10;
        stream.numbered(short);
        expected += `a${round % 10} `;
      } else {
        // Numbers that grow, stay and shrink, by one digit or many.
        const numbers = [
          Math.floor(round / 7),
          10 ** Math.floor(random() * 6) - (round % 2),
        ] as const;
        long.numbers.set(numbers);
        stream.numbered(long);
        expected += `<${" ".repeat(140)}${String(numbers[0]).padStart(7)}/${String(numbers[1]).padStart(6)}>`;
      }
    }
    assert.strictEqual(unpacked(stream.finish()), expected);
    assert.strictEqual(unpacked(new DoubleDeflate().finish()), "");
  });

  it("needs less than a byte for a line with two counters", () => {
    const stream = new DoubleDeflate();
    const line = new NumberedText("####### 0 obj at #########\n");
    for (let index = 0; index < 10_000; index++) {
      line.numbers.set([index + 17, 25 * index]);
      stream.numbered(line);
    }
    assert.isBelow(stream.finish().bytes.length, 2_000);
  });

  it("has no 64 KiB of codes that unpack to 64 KiB, which qpdf warns about", () => {
    const stream = new DoubleDeflate();
    let expected = "";
    for (let index = 0; index < 4_000; index++) {
      const text = `<</S/Figure/Alt(Image ${index})/P ${index} 0 R/K[${index * 7} 0 R]>>\n`;
      stream.text(text);
      expected += text;
    }
    const packed = stream.finish();
    assert.strictEqual(unpacked(packed), expected);
    const codes = inflateSync(packed.bytes);
    const lengthAt = (end: number) =>
      inflateSync(codes.subarray(0, end), { finishFlush: constants.Z_SYNC_FLUSH }).length;
    for (let start = 0; start + 65_536 <= codes.length; start += 65_536)
      if (start > 0) assert.isAbove(lengthAt(start + 65_536) - lengthAt(start), 65_536);
  });

  it("refuses a text that copies cannot reach", () => {
    assert.throws(() => new NumberedText(`${" ".repeat(256)}#`), "256");
  });
});
