import { ENCODINGS, type GlyphNames } from "./glyph_names.ts";
import type { NamedWidths } from "./named_widths.ts";

/** The keys of the two encryptions of Type 1 fonts. */
const [FILE_KEY, CHARSTRING_KEY] = [55_665, 4_330];

/** Reads the widths of a font in Type 1 format; undefined if it has no glyphs. */
export function type1Widths(file: Buffer): NamedWidths | undefined {
  const start = file.indexOf("eexec");
  if (start < 0) return undefined;
  const clear = file.toString("latin1", 0, start);
  const secret = decrypted(binaryOf(file.subarray(start + "eexec".length)), FILE_KEY, 4);
  const text = secret.toString("latin1");
  const skipped = Number(/\/lenIV\s+(\d+)/.exec(text)?.[1] ?? 4);
  const scale = Number(/\/FontMatrix\s*\[\s*([\d.eE+-]+)/.exec(clear)?.[1] ?? 0.001);
  const charstrings = text.indexOf("/CharStrings");
  if (charstrings < 0) return undefined;
  const widths = new Map<string, number>();
  GLYPH.lastIndex = charstrings + 1;
  for (let match = GLYPH.exec(text); match !== null; match = GLYPH.exec(text)) {
    const [whole, name = "", length = "0"] = match;
    const from = match.index + whole.length;
    const width = widthIn(
      decrypted(secret.subarray(from, from + Number(length)), CHARSTRING_KEY, skipped),
    );
    if (width !== undefined) widths.set(name, width * scale * 1000);
    GLYPH.lastIndex = from + Number(length);
  }
  return { widthOf: (name) => widths.get(name), encoding: encodingIn(clear) };
}

/** A glyph with its name, and the length of the charstring that follows. */
const GLYPH = /\/([^\s/]+)\s+(\d+)\s+(?:RD|-\|)\s/g;

/** What follows `eexec`: bytes, or hexadecimal digits. */
function binaryOf(part: Buffer): Buffer {
  let start = 0;
  while (/[\s]/.test(String.fromCharCode(part[start] ?? 0))) start += 1;
  const isHex = /^[\da-f]{4}/i.test(part.toString("latin1", start, start + 4));
  if (!isHex) return part.subarray(start);
  return Buffer.from(part.toString("latin1", start).replaceAll(/\s+/g, ""), "hex");
}

function decrypted(bytes: Buffer, key: number, skipped: number): Buffer {
  let state = key;
  const plain = Buffer.from(bytes);
  bytes.forEach((byte, index) => {
    plain[index] = byte ^ (state >> 8);
    state = ((byte + state) * 52_845 + 22_719) & 0xffff;
  });
  return plain.subarray(skipped);
}

/** The width at the start of a charstring (`hsbw` or `sbw`). */
function widthIn(bytes: Buffer): number | undefined {
  const stack: Array<number> = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes.readUInt8(at);
    at += 1;
    if (first === 13) return stack[1];
    if (first === 12) {
      const second = bytes.readUInt8(at);
      at += 1;
      if (second === 7) return stack[2];
      if (second !== 12) return undefined;
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / divisor);
    } else if (first === 255) {
      stack.push(bytes.readInt32BE(at));
      at += 4;
    } else if (first >= 247) {
      const second = bytes.readUInt8(at);
      at += 1;
      const isPositive = first <= 250;
      stack.push(
        isPositive ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108,
      );
    } else if (first >= 32) stack.push(first - 139);
    else return undefined;
  }
  return undefined;
}

function encodingIn(clear: string): GlyphNames {
  if (/\/Encoding\s+StandardEncoding\s+def/.test(clear)) return ENCODINGS["StandardEncoding"] ?? [];
  const names: Array<string | undefined> = [];
  for (const [, code, name] of clear.matchAll(/\bdup\s+(\d{1,3})\s*\/([^\s/]+)\s+put/g))
    names[Number(code)] = name;
  return names;
}
