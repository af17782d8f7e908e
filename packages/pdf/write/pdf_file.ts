import { createHash, hash } from "node:crypto";

import { deflated } from "./deflate/deflated.ts";
import { type ObjectGroup, objectStreams } from "./packed_objects.ts";

/** The bytes of a row of the cross-reference table. */
const ROW = 7;

/** The sizes of blocks, and of the largest stream that is copied into one. */
const [MIN_BLOCK, MAX_BLOCK, MAX_COPY] = [16 * 1024, 1024 * 1024, 32 * 1024];

/** A reference to an object, in PDF notation: number and generation. */
export type Ref = `${number} ${number} R`;

/** The position of an object. */
export interface Place {
  readonly offset: number;
  readonly generation: number;
}

/** Objects that are copied unchanged from another file, with their numbers. */
export interface CopiedObjects {
  /** The serialized objects. */
  readonly bytes: Uint8Array;
  /** The position of each object in `bytes`, by its number. */
  readonly places: ReadonlyMap<number, Place>;
  /** Objects inside object streams: the number of the stream and the index in it, by object number. */
  readonly packed: ReadonlyMap<number, readonly [number, number]>;
  /** The first unused number. */
  readonly nextNumber: number;
}

/** Objects with consecutive numbers in an object stream, from an index on. */
interface PackedGroup {
  readonly first: number;
  readonly count: number;
  readonly stream: number;
  readonly index: number;
}

/** Writes a PDF file. Object numbers are assigned in the order of calls. */
export class PdfFile {
  /** Parts of blocks, and large streams between them. */
  readonly #chunks: Array<Uint8Array> = [];
  /** The chunks that are streams which were not copied. */
  readonly #largeStreams = new Set<Uint8Array>();
  /**
   * The last block, from which parts are filled: a buffer for each object would take more time, and Node's pool would
   * stay in memory with all that shares it.
   */
  #block = Buffer.alloc(0);
  /** The begin and the end of its last part. */
  #from = 0;
  #to = 0;
  readonly #places = new Map<number, Place>();
  readonly #copiedPacked: Array<CopiedObjects["packed"]> = [];
  readonly #packedGroups: Array<PackedGroup> = [];
  #length = 0;
  #next: number;

  /** @param firstNumber The number of the first object that is not copied. */
  constructor(copiedObjects?: CopiedObjects, firstNumber = copiedObjects?.nextNumber ?? 1) {
    this.#next = firstNumber;
    // The second line marks the file as binary for transfer programs.
    this.#writeText("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n");
    if (copiedObjects !== undefined) this.copy(copiedObjects);
  }

  /** Writes objects with their numbers, which no other objects of the file have. */
  copy({ bytes, places, packed }: CopiedObjects): void {
    for (const [number, { offset, generation }] of places)
      this.#places.set(number, { offset: this.#length + offset, generation });
    this.#copiedPacked.push(packed);
    this.#write(bytes);
  }

  /** Reserves a number for an object that is written later. */
  reserve(): Ref {
    return `${this.reserveNumbers(1)} 0 R`;
  }

  /** Reserves consecutive numbers for objects that are written later. Returns the first. */
  reserveNumbers(count: number): number {
    this.#next += count;
    return this.#next - count;
  }

  /** Writes an object, with `ref` under a reserved or copied number. */
  add(body: string, ref: Ref = this.reserve()): Ref {
    this.#begin(ref, `${body}\nendobj\n`);
    return ref;
  }

  /** Writes a stream of bytes that are already encoded as `entries`, its dictionary, says. */
  addStream(entries: string, bytes: Uint8Array, ref: Ref = this.reserve()): Ref {
    this.#begin(ref, `<<${entries}/Length ${bytes.length}>>\nstream\n`);
    this.#write(bytes);
    this.#writeText("\nendstream\nendobj\n");
    return ref;
  }

  /** Deflates and writes a stream of bytes, or of a text in Latin-1. */
  addDeflated(entries: string, content: Uint8Array | string, ref?: Ref): Ref {
    return this.addStream(`${entries}/Filter/FlateDecode`, deflated(content), ref);
  }

  /** Writes objects, which have reserved numbers, into compressed object streams. */
  addPacked(groups: ReadonlyArray<ObjectGroup>): void {
    for (const { entries, bytes, groups: packed } of objectStreams(groups)) {
      const stream = this.reserveNumbers(1);
      let index = 0;
      for (const { first, count } of packed) {
        this.#packedGroups.push({ first, count, stream, index });
        index += count;
      }
      this.addStream(entries, bytes, `${stream} 0 R`);
    }
  }

  /**
   * Finishes the file and returns its bytes.
   *
   * @param trailer More entries of the trailer.
   */
  finish(root: Ref, info: Ref, trailer = ""): Uint8Array<ArrayBuffer> {
    this.#endPart();
    const id = this.#digest();
    const ref = this.reserve();
    const start = this.#length;
    this.#places.set(numberOf(ref), { offset: start, generation: 0 });
    const entries = predicted(this.#crossReferences(), ROW);
    this.addDeflated(
      `/Type/XRef/Size ${this.#next}/W[1 4 2]/DecodeParms<</Predictor 12/Columns ${ROW}>>/Root ${root}/Info ${info}/ID[<${id}><${id}>]${trailer}`,
      entries,
      ref,
    );
    this.#writeText(`startxref\n${start}\n%%EOF\n`);
    this.#endPart();
    // All bytes are set below: zeros first would take longer.
    const file = new Uint8Array(Buffer.allocUnsafeSlow(this.#length).buffer);
    let offset = 0;
    for (const chunk of this.#chunks) {
      file.set(chunk, offset);
      offset += chunk.length;
    }
    return file;
  }

  /**
   * The cross-reference table: seven bytes for each number, which is free, at an offset, or inside an object
   * stream.
   */
  #crossReferences(): Uint8Array {
    const table = new Uint8Array(this.#next * ROW);
    table.set([0xff, 0xff], 5);
    const add = (number: number, type: number, place: number, rest: number) => {
      const row = number * ROW;
      table[row] = type;
      table[row + 1] = place >>> 24;
      table[row + 2] = place >>> 16;
      table[row + 3] = place >>> 8;
      table[row + 4] = place;
      table[row + 5] = rest >>> 8;
      table[row + 6] = rest;
    };
    for (const packed of this.#copiedPacked)
      for (const [number, [stream, index]] of packed) add(number, 2, stream, index);
    for (const { first, count, stream, index } of this.#packedGroups)
      for (let each = 0; each < count; each++) add(first + each, 2, stream, index + each);
    for (const [number, { offset, generation }] of this.#places) add(number, 1, offset, generation);
    return table;
  }

  /** The file ID, from the content and the digests of large streams. */
  #digest(): string {
    const digest = createHash("sha256");
    for (const chunk of this.#chunks)
      digest.update(this.#largeStreams.has(chunk) ? digestOf(chunk) : chunk);
    return digest.digest("hex").slice(0, 32);
  }

  #begin(ref: Ref, text: string): void {
    const generation = Number.parseInt(ref.slice(ref.indexOf(" ")), 10);
    this.#places.set(numberOf(ref), { offset: this.#length, generation });
    this.#writeText(`${ref.slice(0, -1)}obj\n${text}`);
  }

  #writeText(text: string): void {
    this.#reserve(text.length);
    this.#to += this.#block.write(text, this.#to, "latin1");
    this.#length += text.length;
  }

  #write(bytes: Uint8Array): void {
    if (bytes.length > MAX_COPY) {
      this.#endPart();
      this.#chunks.push(bytes);
      this.#largeStreams.add(bytes);
    } else {
      this.#reserve(bytes.length);
      this.#block.set(bytes, this.#to);
      this.#to += bytes.length;
    }
    this.#length += bytes.length;
  }

  /** Makes sure that the block has space. Blocks grow with the file. */
  #reserve(length: number): void {
    if (this.#to + length <= this.#block.length) return;
    this.#endPart();
    const size = Math.min(Math.max(MIN_BLOCK, this.#length), MAX_BLOCK);
    this.#block = Buffer.allocUnsafeSlow(Math.max(size, length));
    [this.#from, this.#to] = [0, 0];
  }

  #endPart(): void {
    if (this.#to > this.#from) this.#chunks.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}

/** Digests of streams. Documents of a template share its images and its base PDF. */
const digests = new WeakMap<Uint8Array, Uint8Array>();

function digestOf(bytes: Uint8Array): Uint8Array {
  const cachedDigest = digests.get(bytes);
  if (cachedDigest !== undefined) return cachedDigest;
  const digest = hash("sha256", bytes, "buffer");
  digests.set(bytes, digest);
  return digest;
}

/** The difference of each row to the one above (PNG's filter Up), which compresses better. */
function predicted(rows: Uint8Array, columns: number): Uint8Array {
  const output = new Uint8Array((rows.length / columns) * (columns + 1));
  let to = 0;
  for (let row = 0; row < rows.length; row += columns) {
    output[to++] = UP;
    for (let at = row; at < row + columns; at++)
      output[to++] = (rows[at] ?? 0) - (row === 0 ? 0 : (rows[at - columns] ?? 0));
  }
  return output;
}

/** The number of PNG's filter. */
const UP = 2;

function numberOf(ref: Ref): number {
  return Number.parseInt(ref, 10);
}
