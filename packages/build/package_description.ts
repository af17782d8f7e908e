import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What an export leads to: a file, or a file for each condition. */
type Target = string | Readonly<Record<string, string>>;

/** What a package says of itself in its `package.json`. */
export interface PackageDescription {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly exports?: Readonly<Record<string, Target>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
  readonly scripts?: unknown;
  readonly sideEffects?: boolean;
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly files?: ReadonlyArray<string>;
}

/** The oldest Node that published packages run on. */
const NODE = ">=22";

/** Reads the description of a package. */
export function describe(folder: string): PackageDescription {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** What others may import: everything that the package exports but what its tests are made with. */
export function publicExports({
  exports = {},
}: PackageDescription): ReadonlyArray<[string, Target]> {
  return Object.entries(exports).filter(([name]) => !/^\.\/testing(?:\/|$)/.test(name));
}

/** The sources that exports lead to. */
export function exportedSources(description: PackageDescription): ReadonlyArray<string> {
  return publicExports(description).flatMap(([, target]) =>
    typeof target === "string" && isSource(target) ? [target] : [],
  );
}

/** Files that are published as they are: the targets of exports that are not sources, and commands. */
export function plainFiles(description: PackageDescription): ReadonlyArray<string> {
  return [
    ...publicExports(description)
      .flatMap(([, target]) => (typeof target === "string" ? [target] : Object.values(target)))
      .filter((file) => !isSource(file)),
    ...Object.values(description.bin ?? {}),
  ];
}

/**
 * The same package as it is published: exports lead to what was built, and nothing is left that only those
 * need who work on it.
 *
 * @param found What came out as it was built.
 */
export function publishedDescription(
  description: PackageDescription,
  found: {
    /** The entries of its folder. */
    readonly files: ReadonlyArray<string>;
    /** Dependencies that its package.json does not name. */
    readonly dependencies: Readonly<Record<string, string>>;
  },
): PackageDescription {
  const { devDependencies: _own, scripts: _tasks, exports: _sources, ...kept } = description;
  const exports = publicExports(description).map(([name, target]) => [name, builtTarget(target)]);
  return {
    ...kept,
    license: "MIT",
    engines: { node: NODE },
    sideEffects: description.sideEffects ?? false,
    exports: Object.fromEntries([...exports, ["./package.json", "./package.json"]]),
    dependencies: { ...found.dependencies, ...description.dependencies },
    files: found.files,
  };
}

function builtTarget(target: Target): Target {
  if (typeof target !== "string" || !isSource(target)) return target;
  return { types: target.replace(/ts$/, "d.ts"), default: target.replace(/ts$/, "js") };
}

/** Sources are TypeScript; what only declares types is published as it is. */
function isSource(file: string): boolean {
  return file.endsWith(".ts") && !file.endsWith(".d.ts");
}
