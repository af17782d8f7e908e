import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** The relative path of an import. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.{1,2}\/[^"']+)["']/g;

/** Build scripts are not published, their output is. */
const BUILD_SCRIPT = /(?:^|\/)build_[a-z_]+\.(?:js|d\.ts)$/;

/**
 * Removes modules that no export or command imports: the sources of bundles, modules imported only for types,
 * and build scripts.
 *
 * @param folder The compiled package.
 * @param entries The sources of its exports and commands.
 * @throws If a module imports a missing one.
 */
export function removeUnreachable(folder: string, entries: ReadonlyArray<string>): void {
  const reachable = new Set([
    ...reachableFrom(folder, entries, ".js"),
    ...reachableFrom(folder, entries, ".d.ts"),
  ]);
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const module = file.replace(/\.map$/, "");
    if (/\.(?:js|d\.ts)$/.test(module) && !reachable.has(join(folder, module))) {
      rmSync(join(folder, file));
    }
  }
}

function reachableFrom(folder: string, entries: ReadonlyArray<string>, extension: string) {
  const reachable = new Set(
    entries
      .map((entry) => join(folder, entry.replace(/\.ts$/, extension)))
      .filter((file) => existsSync(file)),
  );
  for (const file of reachable) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      // Declarations import sources, whose declarations are next to them.
      const target = join(dirname(file), path.replace(/\.(?:ts|js)$/, extension));
      if (!existsSync(target)) throw new Error(`${file} imports ${path}, which was not compiled`);
      if (!BUILD_SCRIPT.test(target)) reachable.add(target);
    }
  }
  return reachable;
}
