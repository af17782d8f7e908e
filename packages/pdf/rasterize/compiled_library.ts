import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** Compiled code of PDFium. */
let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Compiles PDFium once in this process and holds its code. V8 shares it with threads that load the same file, so they
 * draw without compiling it again, which takes most of the time of a page.
 */
export function holdCompiledLibrary(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const wasm = createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm");
  return WebAssembly.compile(new Uint8Array(await readFile(wasm)));
}
