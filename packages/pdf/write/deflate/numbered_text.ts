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
  /** The end of the change that was written last: lower digits that stayed the same are behind it. */
  changeEnd = 0;
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

  /** Writes the next number of a field, which is one higher, if only the last digit changes. */
  addOne(field: number): boolean {
    const position = (this.ends[field] ?? 0) - 1;
    const digit = this.bytes[position] ?? NINE;
    if (digit >= NINE) return false;
    this.bytes[position] = digit + 1;
    this.sum += 1;
    this.weightedSum += this.bytes.length - position;
    this.#written[field] = this.numbers[field] ?? 0;
    return true;
  }

  /** Writes the next number of a field into the text. Returns where the change begins. */
  update(field: number): number {
    const { bytes } = this;
    let position = this.ends[field] ?? 0;
    let changeEnd = position;
    let next = this.numbers[field] ?? 0;
    let last = this.#written[field] ?? 0;
    this.#written[field] = next;
    let least = ZERO;
    while (next !== last) {
      position -= 1;
      const rest = (next / 10) | 0;
      const digit = next === 0 ? least : ZERO + next - 10 * rest;
      const change = digit - (bytes[position] ?? 0);
      if (change !== 0) {
        bytes[position] = digit;
        this.sum += change;
        this.weightedSum += change * (bytes.length - position);
      } else if (changeEnd === position + 1) changeEnd = position;
      next = rest;
      last = (last / 10) | 0;
      // Nothing precedes the highest digit.
      least = SPACE;
    }
    this.changeEnd = changeEnd;
    return position;
  }
}

const FIELD = 0x23;
const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
