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
  sum = 0;
  weightedSum = 0;

  /** @param template The text, with a run of `#` for each field. */
  constructor(template: string) {
    if (template.length > MAX_DISTANCE) throw new Error(`More than ${MAX_DISTANCE} characters`);
    const fields = Array.from(template.matchAll(/#+/g));
    this.ends = Int32Array.from(fields, ({ index, 0: field }) => index + field.length);
    this.bytes = Buffer.from(template.replace(/#(?!#)/g, "0").replace(/#/g, " "), "latin1");
    this.numbers = new Int32Array(fields.length);
    this.#written = new Int32Array(fields.length);
    const { length } = this.bytes;
    for (let index = 0; index < length; index++) {
      const byte = this.bytes[index] ?? 0;
      this.sum += byte;
      this.weightedSum += byte * (length - index);
    }
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

const SPACE = 0x20;
const ZERO = 0x30;
