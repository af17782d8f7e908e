import {
  CHARACTERS,
  DISTANCES,
  END,
  HEADER,
  LENGTHS,
  MAX_COPY,
  MAX_DISTANCE,
  MIN_COPY,
} from "./byte_codes.ts";
import { deflated } from "./deflated.ts";
import type { NumberedText } from "./numbered_text.ts";

/** The bytes of a stream, and the entries of its dictionary for its filters. */
interface DeflatedStream {
  readonly entries: string;
  readonly bytes: Uint8Array;
}

/** The most bytes that have one pass: the second saves little, and PDFBox 2 cannot read two. */
const FEW_BYTES = 12_000;

/** The buffer for codes, while nothing uses it: a new one for each document would wait for the collector. */
let freeCodes: Uint8Array | undefined = new Uint8Array(16 * 1024);

/** A longer one is not kept. */
const MAX_FREE_CODES = 1024 * 1024;

/**
 * Deflates text in ASCII twice, and short text once. The first pass does not search: a numbered text that follows itself becomes copies
 * and the digits that change. The second pass compresses the pattern of these. Regular tables of numbers take a
 * fiftieth of what one pass leaves of them.
 */
export class DoubleDeflate {
  #codes = freeCodes ?? new Uint8Array(16 * 1024);
  #length = 0;
  /** The numbered text at the end, if any. */
  #last: NumberedText | undefined;
  /** The number of bytes at the end that equal those of the numbered text before, and have no codes yet. */
  #equal = 0;
  /** The number of characters since the last copy. */
  #characters = 0;
  /** The parts of the checksum of the text (Adler-32). */
  #sum = 1;
  #sumOfSums = 0;

  constructor() {
    freeCodes = undefined;
    this.#codes.set(HEADER);
    this.#length = HEADER.length;
  }

  text(text: string): void {
    this.#endCopies();
    this.#reserve(text.length);
    this.#characters += text.length;
    const copy = this.#characters > MAX_CHARACTERS ? copyIn(text) : undefined;
    for (let index = 0; index < text.length; index++) {
      const character = text.charCodeAt(index);
      if (copy === undefined || index < copy.start || index >= copy.start + MIN_COPY)
        this.#codes[this.#length++] = CHARACTERS[character] ?? 0;
      else if (index === copy.start) this.#addCopy(MIN_COPY, copy.distance);
      this.#sum += character;
      this.#sumOfSums += this.#sum;
    }
    this.#sum %= ADLER;
    this.#sumOfSums %= ADLER;
  }

  /** Adds a text with its next numbers. */
  numbered(text: NumberedText): void {
    const { bytes, ends } = text;
    this.#reserve(this.#equal + bytes.length);
    if (text === this.#last) {
      let position = 0;
      for (let field = 0; field < ends.length; field++) {
        const start = text.update(field);
        const end = text.changeEnd;
        if (start === end) continue;
        this.#equal += start - position;
        this.#addCopies(text, start);
        this.#addCharacters(bytes, start, end);
        position = end;
      }
      this.#equal += bytes.length - position;
    } else {
      this.#endCopies();
      for (let field = 0; field < ends.length; field++) text.update(field);
      this.#addCharacters(bytes, 0, bytes.length);
      this.#last = text;
    }
    this.#addSum(text);
  }

  /** Adds a text with its next numbers, and again with one of them increased by 1 each time. */
  numberedRun(text: NumberedText, field: number, count: number): void {
    this.numbered(text);
    const { bytes, numbers } = text;
    const { length } = bytes;
    const isOneCopy = length - 1 >= MIN_COPY && length - 1 <= MAX_COPY;
    for (let rest = count - 1; rest > 0; rest--) {
      numbers[field] = (numbers[field] ?? 0) + 1;
      // After a text that differs in the same digit alone, all between the two digits is equal.
      if (!isOneCopy || this.#equal !== length - (text.ends[field] ?? 0) || !text.addOne(field)) {
        this.numbered(text);
        continue;
      }
      this.#reserve(3);
      this.#addCopy(length - 1, length);
      this.#addCharacters(bytes, (text.ends[field] ?? 0) - 1, text.ends[field] ?? 0);
      this.#addSum(text);
    }
  }

  finish(): DeflatedStream {
    this.#endCopies();
    this.#reserve(5);
    const codes = this.#codes;
    codes[this.#length++] = END;
    for (const part of [this.#sumOfSums, this.#sum]) {
      codes[this.#length++] = part >> 8;
      codes[this.#length++] = part & 0xff;
    }
    const bytes = codes.subarray(0, this.#length);
    if (codes.length <= MAX_FREE_CODES) freeCodes = codes;
    return bytes.length <= FEW_BYTES
      ? { entries: "/Filter/FlateDecode", bytes: bytes.slice() }
      : { entries: "/Filter[/FlateDecode/FlateDecode]", bytes: deflated(bytes) };
  }

  #addSum({ bytes, sum, weightedSum }: NumberedText): void {
    this.#sumOfSums = (this.#sumOfSums + bytes.length * this.#sum + weightedSum) % ADLER;
    this.#sum = (this.#sum + sum) % ADLER;
  }

  #endCopies(): void {
    if (this.#last !== undefined) this.#addCopies(this.#last, 0);
    this.#last = undefined;
  }

  /** Adds the codes of equal bytes, which end before `end` in a text. */
  #addCopies({ bytes }: NumberedText, end: number): void {
    const codes = this.#codes;
    let rest = this.#equal;
    while (rest >= MIN_COPY) {
      // Leaves nothing, or enough for another copy.
      const length = rest <= MAX_COPY ? rest : Math.min(MAX_COPY, rest - MIN_COPY);
      this.#addCopy(length, bytes.length);
      rest -= length;
    }
    for (; rest > 0; rest--)
      codes[this.#length++] = CHARACTERS[bytes.at((end - rest) % bytes.length) ?? 0] ?? 0;
    this.#equal = 0;
  }

  #addCopy(length: number, distance: number): void {
    this.#codes[this.#length++] = LENGTHS[length] ?? 0;
    this.#codes[this.#length++] = DISTANCES[distance] ?? 0;
    this.#characters = 0;
  }

  #addCharacters(bytes: Uint8Array, start: number, end: number): void {
    const codes = this.#codes;
    this.#characters += end - start;
    for (let index = start; index < end; index++)
      codes[this.#length++] = CHARACTERS[bytes[index] ?? 0] ?? 0;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#codes.length) return;
    const codes = new Uint8Array(2 * (this.#length + count));
    codes.set(this.#codes);
    this.#codes = codes;
  }
}

/**
 * The number of characters after which a text has a copy. qpdf reads 64 KiB at a time and warns about as many codes
 * that unpack to 64 KiB.
 */
const MAX_CHARACTERS = 32_000;

/** The first part of a text that is a copy of what precedes it. */
function copyIn(text: string): { readonly start: number; readonly distance: number } | undefined {
  for (let start = 1; start + MIN_COPY <= text.length; start++) {
    const before = text.lastIndexOf(text.slice(start, start + MIN_COPY), start - 1);
    if (before >= 0 && start - before <= MAX_DISTANCE) return { start, distance: start - before };
  }
  return undefined;
}

/** The modulus of Adler-32. */
const ADLER = 65_521;
