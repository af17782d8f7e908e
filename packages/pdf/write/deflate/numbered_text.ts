import { MAX_DISTANCE } from "./byte_codes.ts";

/** A text in ASCII whose numbers change from one copy to the next, right-aligned in fields of a fixed width. */
export class NumberedText {
  /** The text, with the numbers that were written last. */
  readonly bytes: Uint8Array;
  /** The numbers to write next. */
  readonly numbers: Int32Array;
  /** The end of each field in the text. */
  readonly ends: Int32Array;
  /** The numbers in the text. */
  readonly #written: Int32Array;
  /** The total of the bytes, and that of each byte times the number of bytes from it to the end. */
  sum: number;
  weightedSum: number;

  /** @param template The text, with a run of `#` for each field. */
  constructor(template: string) {
    const { length } = template;
    if (length > MAX_DISTANCE) throw new Error(`More than ${MAX_DISTANCE} characters`);
    const bytes = new Uint8Array(length);
    const ends: Array<number> = [];
    let [sum, weightedSum] = [0, 0];
    for (let index = 0; index < length; index++) {
      const character = template.charCodeAt(index);
      const isField = character === FIELD;
      const isEnd = isField && template.charCodeAt(index + 1) !== FIELD;
      if (isEnd) ends.push(index + 1);
      const byte = isEnd ? ZERO : isField ? SPACE : character;
      bytes[index] = byte;
      sum += byte;
      weightedSum += byte * (length - index);
    }
    this.bytes = bytes;
    this.sum = sum;
    this.weightedSum = weightedSum;
    this.ends = Int32Array.from(ends);
    this.numbers = new Int32Array(ends.length);
    this.#written = new Int32Array(ends.length);
  }

  /** Writes the next number of a field into the text. Returns where the change begins. */
  update(field: number): number {
    const { bytes } = this;
    let position = this.ends[field] ?? 0;
    let next = this.numbers[field] ?? 0;
    let last = this.#written[field] ?? 0;
    this.#written[field] = next;
    let least = ZERO;
    while (next !== last) {
      position -= 1;
      const rest = (next / 10) | 0;
      const digit = next === 0 ? least : ZERO + next - 10 * rest;
      const change = digit - (bytes[position] ?? 0);
      bytes[position] = digit;
      this.sum += change;
      this.weightedSum += change * (bytes.length - position);
      next = rest;
      last = (last / 10) | 0;
      // Nothing precedes the highest digit.
      least = SPACE;
    }
    return position;
  }
}

const FIELD = 0x23;
const SPACE = 0x20;
const ZERO = 0x30;
