import { DefaultSerializer, Deserializer } from "node:v8";

import type { CompiledTemplate } from "./compiled_template.ts";

/**
 * The version that can read the bytes of `toBytes`. Raise the number whenever the shape of a compiled
 * template changes, or a layout compiles to something else. V8 does not promise to read the bytes of another
 * release.
 */
export const ENGINE = `paraph-11 node-${process.versions.modules}`;

/** Files of at least this many bytes follow the template, each as a separate part. */
export const LARGE_FILE = 256 * 1024;

/** A compiled template as bytes. */
export interface WrittenTemplate {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offsets of all parts but the first. Those parts are files, unchanged. */
  readonly cuts: ReadonlyArray<number>;
}

/** Serializes a compiled template, so that it can be stored with its source. */
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
  parts.forEach((part, index) => bytes.set(part, cuts[index - 1] ?? 0));
  return { bytes, cuts };
}

/** Reads a compiled template that this engine wrote. Its files are views of `bytes`. */
export function fromBytes(bytes: Uint8Array): CompiledTemplate {
  const deserializer = new TemplateDeserializer(bytes);
  deserializer.readHeader();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine's name tells who wrote it
  return deserializer.readValue() as CompiledTemplate;
}

/** The encodings of a file: in place, or, for a large one, its distance from the end of all bytes. */
const IN_PLACE = 0;
const AT_END = 1;

/**
 * Omits large files, which are appended in reverse order. V8 may write the same template in different ways,
 * depending on what ran before; the bytes of the files are always the same.
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
