import { type PDFDict, PDFStream } from "pdf-lib";

import { ContentScanner, type Token } from "../read/content_scanner.ts";
import { contentBytes } from "../read/content_stream.ts";
import { entry } from "../read/pdf_objects.ts";
import { CODE_POINTS } from "./widths/glyph_names.ts";
import { glyphNames } from "./widths/glyph_widths.ts";

/** The Unicode values of an entry `ToUnicode`. */
export interface UnicodeMap {
  readonly has: (code: number) => boolean;
  /** Whether each is text: neither empty, nor U+0000, U+FEFF or U+FFFE. */
  readonly isText: boolean;
}

/** The highest code: those of two bytes. */
const MAX_CODE = 0xffff;

/** Reads the entry `ToUnicode` of a font. */
export function unicodeMap(font: PDFDict): UnicodeMap | undefined {
  const stream = entry(font, "ToUnicode");
  if (!(stream instanceof PDFStream)) return undefined;
  // How many more ranges contain a code than the code before it: ranges can be long, many, and overlap.
  const changes = new Int32Array(MAX_CODE + 2);
  let isText = true;
  for (const { first, last, texts } of rangesIn(contentBytes(stream) ?? new Uint8Array())) {
    isText &&= texts.every(isTextValue);
    if (first > MAX_CODE || last < first) continue;
    changes[first] = (changes[first] ?? 0) + 1;
    const behind = Math.min(last, MAX_CODE) + 1;
    changes[behind] = (changes[behind] ?? 0) - 1;
  }
  let count = 0;
  const counts = changes.map((change) => (count += change));
  return { has: (code) => (counts[code] ?? 0) > 0, isText };
}

/** Codes that follow each other, and the values in UTF-16 of the first, or of each. */
interface CodeRange {
  readonly first: number;
  readonly last: number;
  readonly texts: ReadonlyArray<Uint8Array>;
}

/** The codes of a CMap: those between `beginbfchar` or `beginbfrange` and their end. */
function* rangesIn(bytes: Uint8Array): Generator<CodeRange> {
  const scanner = new ContentScanner(bytes);
  let operands: Array<Token> = [];
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.kind !== "operator") {
      operands.push(token);
      continue;
    }
    if (token.name === "endbfchar")
      for (let index = 0; index + 1 < operands.length; index += 2) {
        const code = codeOf(operands[index]);
        yield { first: code, last: code, texts: textsOf(operands[index + 1]) };
      }
    if (token.name === "endbfrange")
      for (let index = 0; index + 2 < operands.length; index += 3)
        yield {
          first: codeOf(operands[index]),
          last: codeOf(operands[index + 1]),
          texts: textsOf(operands[index + 2]),
        };
    operands = [];
  }
}

function codeOf(token: Token | undefined): number {
  return token?.kind === "string" ? token.bytes.reduce((code, byte) => code * 256 + byte, 0) : 0;
}

function textsOf(token: Token | undefined): ReadonlyArray<Uint8Array> {
  if (token?.kind === "array") return token.items.flatMap(textsOf);
  return token?.kind === "string" ? [token.bytes] : [];
}

/** Text that a reader could not search for or copy. */
const NO_TEXT = new Set(["", "00", "0000", "feff", "fffe"]);

function isTextValue(bytes: Uint8Array): boolean {
  return !NO_TEXT.has(Buffer.from(bytes).toString("hex"));
}

/**
 * Whether all codes of a font have a Unicode value: that of the entry `ToUnicode`, or that of the name of its glyph.
 * A font whose file cannot be read has no names.
 */
export function hasUnicodeValues(font: PDFDict, codes: Iterable<number>): boolean {
  const map = unicodeMap(font);
  const rest = [...codes].filter((code) => map?.has(code) !== true);
  if (rest.length === 0) return true;
  const names = glyphNames(font);
  return rest.every((code) => isKnownName(names[code]));
}

function isKnownName(name: string | undefined): boolean {
  return name !== undefined && (CODE_POINTS.has(name) || /^u(?:ni)?[0-9A-F]{4}$/.test(name));
}
