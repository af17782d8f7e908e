import { deserialize, serialize } from "node:v8";

import type { CompiledTemplate } from "./compiled_template.ts";

/**
 * Who reads what `toBytes` writes. Raise the number whenever a compiled template changes its shape, or
 * what is made of the same layout changes; V8 does not promise to read what another release wrote.
 */
export const ENGINE = `paraph-1 node-${process.versions.modules}`;

/** Writes a compiled template, so that it can be kept beside its source. */
export function toBytes(template: CompiledTemplate): Uint8Array {
  return serialize(template);
}

/** Reads a compiled template that this engine wrote; its files are views of the bytes it is read from. */
export function fromBytes(bytes: Uint8Array): CompiledTemplate {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine's name tells who wrote it
  return deserialize(bytes) as CompiledTemplate;
}
