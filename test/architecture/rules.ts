import { isBuiltin } from "node:module";
import { posix } from "node:path";

import { DRIVERS, type Layer, LAYERS } from "./layers.ts";
import type { Import, SourceFile } from "./source_files.ts";
import type { Package, Workspace } from "./workspace.ts";

/** An import with everything that a rule asks about it. */
interface ResolvedImport extends Import {
  readonly file: string;
  /** The package of the file; the root's for a file outside of all packages. */
  readonly owner: Package;
  /** The layer of the file; undefined for development code. */
  readonly layer: Layer | undefined;
  /** Whether the file runs as it is where the package is installed. */
  readonly isShipped: boolean;
  /** The workspace package that is imported by name. */
  readonly sibling: Package | undefined;
  /** The path of the imported source; undefined for Node built-ins and npm packages. */
  readonly target: string | undefined;
}

/** Returns what an import violates, as one sentence. */
type Rule = (imported: ResolvedImport, workspace: Workspace) => string | undefined;

/** Returns a line for each violation: the file, the import and the rule. */
export function violations(
  files: ReadonlyArray<SourceFile>,
  workspace: Workspace,
): ReadonlyArray<string> {
  const shippedPaths = shippedFiles(files, workspace);
  return files.flatMap(({ file, imports }) => {
    const layer = layerOf(file);
    if (layer === undefined && !isDevelopment(file)) {
      return [`${file}: Each file of a package is in a folder that LAYERS lists.`];
    }
    const owner = ownerOf(file, workspace);
    const isShipped = shippedPaths.has(file);
    return imports.flatMap((fileImport) => {
      const sibling = siblingOf(fileImport.specifier, workspace);
      const target = targetOf(file, fileImport.specifier, workspace);
      const resolvedImport = { ...fileImport, file, owner, layer, isShipped, sibling, target };
      return RULES.flatMap((rule) => rule(resolvedImport, workspace) ?? []).map(
        (sentence) => `${file} imports "${fileImport.specifier}": ${sentence}`,
      );
    });
  });
}

const dependencies: Rule = ({ specifier, owner, isShipped, sibling }, { root }) => {
  if (specifier.startsWith(".") || isBuiltin(specifier)) return undefined;
  const name = packageName(specifier);
  if (sibling === owner) {
    return isShipped ? "A package imports its own files by path, not by its name." : undefined;
  }
  if (owner.dependencies.includes(name)) return undefined;
  if (isShipped) {
    return `Code that ships with ${owner.name} imports only packages in its "dependencies".`;
  }
  const isDeclared =
    [...owner.devDependencies, ...root.devDependencies].includes(name) ||
    (owner === root && sibling !== undefined);
  return isDeclared
    ? undefined
    : "Code that does not ship imports only packages that its own or the root package.json lists.";
};

const packageExports: Rule = ({ file, sibling, target }) => {
  if (sibling !== undefined && target === undefined) {
    return `${sibling.name} is imported only through the "exports" of its package.json.`;
  }
  const folder = /^(?:packages\/[^/]+|examples)\//.exec(file)?.[0];
  const isOutside = folder !== undefined && target?.startsWith(folder) === false;
  return isOutside && sibling === undefined
    ? "Packages and examples import code outside of their folder by package name, not by path."
    : undefined;
};

const layerOrder: Rule = ({ layer, kind, target }) => {
  const targetLayer = target === undefined ? undefined : layerOf(target);
  if (layer === undefined || targetLayer === undefined) return undefined;
  if (LAYERS.indexOf(targetLayer) <= LAYERS.indexOf(layer)) return undefined;
  if (kind !== "value" && layer.loadsLater?.includes(targetLayer.folder) === true) return undefined;
  return `${layer.folder} is before ${targetLayer.folder} in LAYERS, and a layer imports only itself and those before it.`;
};

const environment: Rule = ({ layer, specifier }) => {
  if (layer === undefined || !isBuiltin(specifier)) return undefined;
  return layer.uses === "none" ? `${layer.folder} imports no Node built-ins.` : undefined;
};

const drivers: Rule = ({ layer, specifier }) => {
  if (layer === undefined || !DRIVERS.includes(packageName(specifier))) return undefined;
  return layer.uses === "Node and drivers" ? undefined : `${layer.folder} imports no drivers.`;
};

const portable: Rule = ({ layer, specifier, sibling }) => {
  const isFromNpm = !specifier.startsWith(".") && !isBuiltin(specifier) && sibling === undefined;
  return isFromNpm && layer?.packages?.includes(specifier) === false
    ? `${layer.folder} imports only these npm packages: ${layer.packages.join(", ")}.`
    : undefined;
};

const accessible: Rule = ({ file, target }) => {
  if (target === undefined || isDevelopment(file)) return undefined;
  const parent = privateParent(target, file);
  return parent === undefined
    ? undefined
    : `A name that begins with "_" is private to its parent folder, here ${parent}.`;
};

const production: Rule = ({ file, target }) =>
  target !== undefined && isDevelopment(target) && !isDevelopment(file)
    ? "Production code imports no tests, test helpers or build scripts."
    : undefined;

const RULES = [
  dependencies,
  packageExports,
  layerOrder,
  environment,
  drivers,
  portable,
  accessible,
  production,
];

/** Tests, test helpers, benchmarks, examples and build scripts. They have no layer. */
function isDevelopment(file: string): boolean {
  return DEVELOPMENT.test(file);
}

const DEVELOPMENT =
  /^(?:test|examples|packages\/testing)\/|^packages\/[^/]+\/build\.ts$|\/(?:_?testing|_bench)\/|_(?:test|fixture)\.ts$|^[^/]+$/;

/** The layers, deepest folders first. */
const DEEPEST_FIRST = LAYERS.map((layer) => ({
  layer,
  path: new RegExp(`^${layer.folder.replace("*", "[^/]+")}(?:/|$)`),
})).toSorted((a, b) => b.layer.folder.length - a.layer.folder.length);

function layerOf(file: string): Layer | undefined {
  if (isDevelopment(file)) return undefined;
  return DEEPEST_FIRST.find(({ path }) => path.test(file))?.layer;
}

/** Returns the parent of the first private name in a path that the file is not allowed to see. */
function privateParent(target: string, file: string): string | undefined {
  const parts = target.split("/");
  return parts
    .flatMap((part, index) => (part.startsWith("_") ? [parts.slice(0, index).join("/")] : []))
    .find((parent) => !isBelow(file, parent));
}

const isBelow = (file: string, folder: string) => file.startsWith(`${folder}/`);

/**
 * Returns the files that exports and commands load. A bundle is built before and is not among them:
 * neither are the sources of pages and threads, nor the `build_*.ts` that bundle them.
 */
function shippedFiles(files: ReadonlyArray<SourceFile>, workspace: Workspace): ReadonlySet<string> {
  const importsByFile = new Map(files.map(({ file, imports }) => [file, imports]));
  const shippedPaths = new Set(
    workspace.packages
      .flatMap(({ exports, commands }) => [...exports.values(), ...commands])
      .filter((file) => !isDevelopment(file)),
  );
  for (const file of shippedPaths) {
    for (const { specifier, kind } of importsByFile.get(file) ?? []) {
      const target = targetOf(file, specifier, workspace);
      const isBuild = kind === "dynamic" && /\/build_\w+\.ts$/.test(specifier);
      if (target !== undefined && kind !== "type" && !isBuild) shippedPaths.add(target);
    }
  }
  return shippedPaths;
}

function targetOf(file: string, specifier: string, workspace: Workspace): string | undefined {
  return specifier.startsWith(".")
    ? posix.join(posix.dirname(file), specifier)
    : siblingOf(specifier, workspace)?.exports.get(specifier);
}

function ownerOf(file: string, { root, packages }: Workspace): Package {
  return packages.find(({ folder }) => isBelow(file, folder)) ?? root;
}

function siblingOf(specifier: string, { packages }: Workspace): Package | undefined {
  return packages.find(({ name }) => name === packageName(specifier));
}

/** Returns `@effect/platform-node` for `@effect/platform-node/NodeRuntime`. */
function packageName(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}
