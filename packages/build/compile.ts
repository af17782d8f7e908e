import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { PACKAGES, ROOT } from "./paths.ts";

/** What to compile, and where to. */
export interface Compilation {
  /** Paths of sources; their imports are compiled too. */
  readonly sources: ReadonlyArray<string>;
  /** The output folder, with the same paths as below `packages`. */
  readonly output: string;
  /** Libraries need declarations, commands do not. */
  readonly hasDeclarations: boolean;
}

/** Declarations for third-party packages without their own. */
const DECLARATIONS = [join(PACKAGES, "**/*.d.ts")];
const EXCLUDED = ["**/node_modules", "**/browser"];

/** Compiles sources to JavaScript with source maps. Prints compiler errors and throws. */
export function compile({ sources, output, hasDeclarations }: Compilation): void {
  const project = join(output, "tsconfig.json");
  const options = {
    noEmit: false,
    outDir: output,
    rootDir: PACKAGES,
    declaration: hasDeclarations,
    declarationMap: hasDeclarations,
    // Declarations need type information. `npm run check` checks the commands.
    noCheck: !hasDeclarations,
    sourceMap: true,
    rewriteRelativeImportExtensions: true,
    plugins: [],
  };
  const description = { extends: join(ROOT, "tsconfig.json"), compilerOptions: options };
  const files = { files: sources, include: DECLARATIONS, exclude: EXCLUDED };
  writeFileSync(project, JSON.stringify({ ...description, ...files }));
  execFileSync(process.execPath, [tsc, "--project", project], { stdio: "inherit" });
}

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
