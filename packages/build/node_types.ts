import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "./paths.ts";

/** Declarations that use Node types, themselves or through a package that does not reference them. */
const NODE_TYPES = /["']node:|\bBuffer\b|["']@effect\/(?:platform-node|sql-pg)/;

/**
 * Adds a reference to Node types to declarations that use them, because compilers do not load them by default.
 *
 * @returns The dependencies that the package needs for it.
 */
export function referenceNodeTypes(folder: string): Readonly<Record<string, string>> {
  let needsTypes = false;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, file);
    if (!file.endsWith(".d.ts")) continue;
    const text = readFileSync(path, "utf8");
    if (!NODE_TYPES.test(text)) continue;
    needsTypes = true;
    writeFileSync(path, `/// <reference types="node" />\n${text}`);
    if (existsSync(`${path}.map`)) shiftByOneLine(`${path}.map`);
  }
  return needsTypes ? { "@types/node": versionOf("@types/node") } : {};
}

function shiftByOneLine(path: string): void {
  const map: { mappings: string } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}

/** The version in the root package. */
function versionOf(name: string): string {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  return devDependencies[name] ?? "*";
}
