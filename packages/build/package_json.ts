import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The target of an export: a file, or a file for each condition. */
type Target = string | Readonly<Record<string, string>>;

/** The content of a `package.json`. */
export interface PackageJson {
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

/** Reads the `package.json` of a folder. */
export function readPackageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The exports of the published package: all except test helpers. */
export function publicExports({ exports = {} }: PackageJson): ReadonlyArray<[string, Target]> {
  return Object.entries(exports).filter(([name]) => !/^\.\/testing(?:\/|$)/.test(name));
}

/** The sources of the exports. */
export function exportedSources(description: PackageJson): ReadonlyArray<string> {
  return publicExports(description).flatMap(([, target]) =>
    typeof target === "string" && isSource(target) ? [target] : [],
  );
}

/** Files that are published unchanged: commands, and exports that are not sources. */
export function plainFiles(description: PackageJson): ReadonlyArray<string> {
  return [
    ...publicExports(description)
      .flatMap(([, target]) => (typeof target === "string" ? [target] : Object.values(target)))
      .filter((file) => !isSource(file)),
    ...Object.values(description.bin ?? {}),
  ];
}

/**
 * The `package.json` of the published package: its exports point to the compiled files, and development fields
 * are removed.
 *
 * @param output The results of the build.
 */
export function publishedPackageJson(
  description: PackageJson,
  output: {
    /** The entries of its folder. */
    readonly files: ReadonlyArray<string>;
    /** Dependencies in addition to its own. */
    readonly dependencies: Readonly<Record<string, string>>;
  },
): PackageJson {
  const { devDependencies: _own, scripts: _tasks, exports: _sources, ...rest } = description;
  const exports = publicExports(description).map(([name, target]) => [name, builtTarget(target)]);
  return {
    ...rest,
    license: "MIT",
    engines: { node: NODE },
    sideEffects: description.sideEffects ?? false,
    exports: Object.fromEntries([...exports, ["./package.json", "./package.json"]]),
    dependencies: { ...output.dependencies, ...description.dependencies },
    files: output.files,
  };
}

function builtTarget(target: Target): Target {
  if (typeof target !== "string" || !isSource(target)) return target;
  return { types: target.replace(/ts$/, "d.ts"), default: target.replace(/ts$/, "js") };
}

/** Declarations are published unchanged, so they do not count as sources. */
function isSource(file: string): boolean {
  return file.endsWith(".ts") && !file.endsWith(".d.ts");
}
