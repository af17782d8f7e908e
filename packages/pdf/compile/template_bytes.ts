import { DefaultSerializer, Deserializer } from "node:v8";

import type { CompiledTemplate } from "./compiled_template.ts";

/**
 * Who reads what `toBytes` writes. Raise the number whenever a compiled template changes its shape, or
 * what is made of the same layout changes; V8 does not promise to read what another release wrote.
 */
export const ENGINE = `paraph-3 node-${process.versions.modules}`;

/** Files of at least so many bytes follow the template, each as a part of its own. */
export const LARGE_FILE = 256 * 1024;

/** A compiled template as bytes. */
export interface WrittenTemplate {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where its parts begin, but the first: each part from there on is a file, as it is. */
  readonly cuts: ReadonlyArray<number>;
}

/** Writes a compiled template, so that it can be stored beside its source. */
export function toBytes(template: CompiledTemplate): WrittenTemplate {
  const serializer = new TemplateSerializer();
  serializer.writeHeader();
  serializer.writeValue(template);
  const parts = [serializer.releaseBuffer(), ...serializer.files.toReversed()];
  const cuts: Array<number> = [];
  let length = 0;
  for (const part of parts) {
    if (length > 0) cuts.push(length);
    length += part.length;
  }
  const bytes = new Uint8Array(length);
  parts.forEach((part, at) => bytes.set(part, cuts[at - 1] ?? 0));
  return { bytes, cuts };
}

/** Reads a compiled template that this engine wrote; its files are views of the bytes it is read from. */
export function fromBytes(bytes: Uint8Array): CompiledTemplate {
  const deserializer = new TemplateDeserializer(bytes);
  deserializer.readHeader();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine's name tells who wrote it
  return deserializer.readValue() as CompiledTemplate;
}

/** How a file is written: in place, or as the distance of a large one from the end of all bytes. */
const IN_PLACE = 0;
const AT_END = 1;

/**
 * Leaves large files out; in reverse order they follow what it writes. V8 may write the same template in
 * different ways, depending on what ran before; the files are always the same bytes.
 */
class TemplateSerializer extends DefaultSerializer {
  readonly files: Array<Uint8Array> = [];
  #fromEnd = 0;

  /** V8 calls it for every view. */
  _writeHostObject(file: unknown): void {
    if (!(file instanceof Uint8Array)) throw new TypeError("Files of templates are Uint8Arrays");
    if (file.length < LARGE_FILE) {
      this.writeUint32(IN_PLACE);
      this.writeUint32(file.length);
      this.writeRawBytes(file);
      return;
    }
    this.files.push(file);
    this.#fromEnd += file.length;
    this.writeUint32(AT_END);
    this.writeUint32(file.length);
    this.writeUint32(this.#fromEnd);
  }
}

class TemplateDeserializer extends Deserializer {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = bytes;
  }

  /** V8 calls it for every view that was written. */
  _readHostObject(): Uint8Array {
    const isInPlace = this.readUint32() === IN_PLACE;
    const length = this.readUint32();
    if (isInPlace) return this.readRawBytes(length);
    const start = this.#bytes.length - this.readUint32();
    return this.#bytes.subarray(start, start + length);
  }
}
