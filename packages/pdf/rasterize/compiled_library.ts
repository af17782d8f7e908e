import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The compiler of WebAssembly in Node, which the types of Node do not have. */
interface Compiler {
  readonly compile: (code: Uint8Array) => Promise<object>;
}

/** Compiled code of PDFium. */
let compiled: Promise<object> | undefined;

/**
 * Compiles PDFium once in this process and holds its code. V8 shares it with threads that load the same file, so they
 * draw without compiling it again, which takes most of the time of a page.
 */
export function holdCompiledLibrary(): Promise<object> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<object> {
  const wasm = createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const compiler = Reflect.get(globalThis, "WebAssembly") as Compiler;
  return compiler.compile(new Uint8Array(await readFile(wasm)));
}
