import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** A module that another imports, by its path from there. */
const IMPORTED = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.{1,2}\/[^"']+)["']/g;

/** What builds is not published: what it builds is. */
const BUILDER = /(?:^|\/)build_[a-z_]+\.(?:js|d\.ts)$/;

/**
 * Removes what no import of a package reaches: what threads have bundled, what only types named,
 * what builds.
 *
 * @param folder The package as it was compiled.
 * @param entries The sources that are imported from outside of it.
 */
export function leaveOutUnreached(folder: string, entries: ReadonlyArray<string>): void {
  const reached = new Set([
    ...reachedFrom(folder, entries, ".js"),
    ...reachedFrom(folder, entries, ".d.ts"),
  ]);
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const module = file.replace(/\.map$/, "");
    if (/\.(?:js|d\.ts)$/.test(module) && !reached.has(join(folder, module))) {
      rmSync(join(folder, file));
    }
  }
}

function reachedFrom(folder: string, entries: ReadonlyArray<string>, extension: string) {
  const reached = new Set(
    entries
      .map((entry) => join(folder, entry.replace(/\.ts$/, extension)))
      .filter((file) => existsSync(file)),
  );
  for (const file of reached) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORTED)) {
      // Declarations name sources, whose own declarations are in their places.
      const imported = join(dirname(file), path.replace(/\.(?:ts|js)$/, extension));
      if (existsSync(imported) && !BUILDER.test(imported)) reached.add(imported);
    }
  }
  return reached;
}
