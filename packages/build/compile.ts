import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { PACKAGES, ROOT } from "./places.ts";

/** What to compile, and where to. */
export interface Compilation {
  /** Paths of sources; what they import is compiled as well. */
  readonly sources: ReadonlyArray<string>;
  /** Where files go, at the same paths as below `packages`. */
  readonly output: string;
  /** Whether others import it: then it needs declarations. */
  readonly hasDeclarations: boolean;
}

/** What packages of others do not say about themselves. */
const DECLARED = [join(PACKAGES, "**/*.d.ts")];
const NOT_DECLARED = ["**/node_modules", "**/browser"];

/** Compiles sources to JavaScript with maps; reports sources that do not compile, and fails. */
export function compile({ sources, output, hasDeclarations }: Compilation): void {
  const project = join(output, "tsconfig.json");
  const options = {
    noEmit: false,
    outDir: output,
    rootDir: PACKAGES,
    declaration: hasDeclarations,
    declarationMap: hasDeclarations,
    // Declarations are made of what was checked; the rest is checked with everything else.
    noCheck: !hasDeclarations,
    sourceMap: true,
    rewriteRelativeImportExtensions: true,
    plugins: [],
  };
  const description = { extends: join(ROOT, "tsconfig.json"), compilerOptions: options };
  const files = { files: sources, include: DECLARED, exclude: NOT_DECLARED };
  writeFileSync(project, JSON.stringify({ ...description, ...files }));
  execFileSync(process.execPath, [tsc, "--project", project], { stdio: "inherit" });
}

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
