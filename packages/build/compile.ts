import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { readPackageJson } from "./package_json.ts";
import { NAMES, PACKAGES, ROOT } from "./paths.ts";

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
const EXCLUDED_GLOBS = ["**/node_modules", "**/browser"];

/**
 * The sources of the packages by import path. Without it the compiler finds them through `node_modules`, and
 * does not compile a file that it finds there first. Which way is first varies from run to run.
 */
const SOURCES = Object.fromEntries(
  NAMES.flatMap((name) => {
    const folder = join(PACKAGES, name);
    const { name: specifier, exports = {} } = readPackageJson(folder);
    return Object.entries(exports).flatMap(([path, target]) =>
      typeof target === "string" ? [[specifier + path.slice(1), [join(folder, target)]]] : [],
    );
  }),
);

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
    paths: SOURCES,
    plugins: [],
  };
  const description = { extends: join(ROOT, "tsconfig.json"), compilerOptions: options };
  const files = { files: sources, include: DECLARATIONS, exclude: EXCLUDED_GLOBS };
  writeFileSync(project, JSON.stringify({ ...description, ...files }));
  execFileSync(process.execPath, [tsc, "--project", project], { stdio: "inherit" });
}

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
