import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseSync, type StaticExportEntry, type StaticImportEntry } from "oxc-parser";

/** An import, a re-export or an `import()`. */
export interface Import {
  readonly specifier: string;
  /** Types load nothing; an `import()` loads when it runs. */
  readonly kind: "value" | "type" | "dynamic";
}

/** A source file and its imports. */
export interface SourceFile {
  /** Its path from the root of the repository. */
  readonly file: string;
  readonly imports: ReadonlyArray<Import>;
}

const SOURCES = "{*,{packages,test,examples}/**/*}.{ts,js,mjs}";

/** Installed packages, build output, and temporary folders of tests that run at the same time. */
const isExcluded = (name: string) => /^(?:node_modules|dist|built|\..+)$/.test(name);

/** Reads all sources of the repository. */
export function readSourceFiles(root: string): ReadonlyArray<SourceFile> {
  return globSync(SOURCES, { cwd: root, exclude: isExcluded }).map((path) => {
    const file = path.replaceAll("\\", "/");
    return { file, imports: importsOf(file, readFileSync(join(root, file), "utf8")) };
  });
}

/**
 * Returns the imports of a source. For an `import()` of an expression, these are its string literals:
 * `isBuilt ? "./a.js" : "./a.ts"` imports both.
 */
export function importsOf(file: string, text: string): ReadonlyArray<Import> {
  const { module, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) =>
    text.slice(start, end);
  const staticImports = module.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    kind: kindOf(textOf(statement), statement.entries),
  }));
  const reexports = module.staticExports.flatMap((statement) =>
    statement.entries
      .flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
      .slice(0, 1)
      .map((specifier) => ({ specifier, kind: kindOf(textOf(statement), statement.entries) })),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) =>
    [...textOf(moduleRequest).matchAll(LITERAL)].map(({ groups }) => ({
      specifier: groups?.["specifier"] ?? "",
      kind: "dynamic" as const,
    })),
  );
  return [...staticImports, ...reexports, ...dynamic];
}

const LITERAL = /(?<quote>["'`])(?<specifier>[^"'`$]+)\k<quote>/g;

/** `import { type A }` loads the module; `import type { A }` does not. */
function kindOf(
  statement: string,
  entries: ReadonlyArray<StaticImportEntry | StaticExportEntry>,
): Import["kind"] {
  const isType = /^(?:import|export)\s+type\b/.test(statement);
  return isType && entries.every((entry) => entry.isType) ? "type" : "value";
}
