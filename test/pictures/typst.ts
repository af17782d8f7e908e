import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";

import { TYPESET_FONTS } from "./typeset_fonts.ts";

/** The package of the compiler, which `npm ci` of the repository does not install. */
const PACKAGE = path.join(import.meta.dirname, "typst");

/** The part of the compiler's API that this program uses. */
interface Compiler {
  mapShadow(file: string, content: Buffer): void;
  compile(options: { readonly mainFilePath: string }): {
    readonly result: object | null;
    printErrors(): void;
  };
  pdf(document: object): Buffer;
  evictCache(maxAge: number): void;
}

interface TypstModule {
  readonly NodeCompiler: {
    create(options: {
      readonly workspace: string;
      readonly fontArgs: ReadonlyArray<{ readonly fontBlobs: ReadonlyArray<Buffer> }>;
    }): Compiler;
  };
}

/** Installs the compiler if it is absent. */
function load(): TypstModule {
  const name = "@myriaddreamin/typst-ts-node-compiler";
  if (!fs.existsSync(path.join(PACKAGE, "node_modules", name))) {
    const { status } = spawnSync("npm", ["ci"], { cwd: PACKAGE, stdio: "inherit" });
    if (status !== 0) throw new Error(`Cannot install Typst: run npm ci in ${PACKAGE}`);
  }
  return createRequire(path.join(PACKAGE, "package.json"))(name);
}

/**
 * Returns a function that sets `document.typ` of a folder in Typst. Each call compiles it without the results of
 * earlier calls.
 */
export function typstOf(folder: string, data: unknown): () => Uint8Array {
  const compiler = load().NodeCompiler.create({
    workspace: folder,
    fontArgs: [{ fontBlobs: TYPESET_FONTS.map(({ file }) => fs.readFileSync(file)) }],
  });
  compiler.mapShadow(path.join(folder, "data.json"), Buffer.from(JSON.stringify(data)));
  return () => {
    compiler.evictCache(0);
    const compiled = compiler.compile({ mainFilePath: path.join(folder, "document.typ") });
    if (compiled.result === null) {
      compiled.printErrors();
      throw new Error(`Typst cannot compile ${folder}/document.typ`);
    }
    return compiler.pdf(compiled.result);
  };
}
