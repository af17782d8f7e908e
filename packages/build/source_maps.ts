import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { PACKAGES } from "./paths.ts";

/** The folder of the sources in a published package. */
const SOURCES = "src";

/** Copies the sources of a package's source maps into it, and points the maps to the copies. */
export function copySources(folder: string, name: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".map"))) {
    const path = join(folder, file);
    const map: { sources: ReadonlyArray<string> } = JSON.parse(readFileSync(path, "utf8"));
    const source = file.replace(/(?:\.d\.ts|\.js)\.map$/, ".ts");
    const copy = join(folder, SOURCES, source);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(PACKAGES, name, source), copy);
    map.sources = [relative(dirname(path), copy)];
    writeFileSync(path, JSON.stringify(map));
  }
}
