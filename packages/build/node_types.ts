import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "./places.ts";

/** Declarations that need those of Node: of their own accord, or because of a package that forgets to say so. */
const NEEDY = /["']node:|\bBuffer\b|["']@effect\/(?:platform-node|sql-pg)/;

/**
 * Has declarations say that they need those of Node, which no compiler loads by itself.
 *
 * @returns What the package depends on for their sake.
 */
export function askForNodeTypes(folder: string): Readonly<Record<string, string>> {
  let isNeedy = false;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, file);
    if (!file.endsWith(".d.ts")) continue;
    const text = readFileSync(path, "utf8");
    if (!NEEDY.test(text)) continue;
    isNeedy = true;
    writeFileSync(path, `/// <reference types="node" />\n${text}`);
    if (existsSync(`${path}.map`)) shiftByOneLine(`${path}.map`);
  }
  return isNeedy ? { "@types/node": versionOf("@types/node") } : {};
}

function shiftByOneLine(path: string): void {
  const map: { mappings: string } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}

/** The version that everything here is written against. */
function versionOf(name: string): string {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  return devDependencies[name] ?? "*";
}
