/**
 * Builds every package into a folder of its own below `dist`, ready for `npm publish`: `npm run build`.
 */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { buildPackage } from "./build_package.ts";
import { compile } from "./compile.ts";
import { describe, exportedSources } from "./package_description.ts";
import { DIST, NAMES, PACKAGES } from "./places.ts";

rmSync(DIST, { recursive: true, force: true });
const commands = join(DIST, ".commands");
mkdirSync(commands, { recursive: true });
/** Where others enter a package, and its command; sources, as paths in it. */
const entries = (name: string) => [
  ...exportedSources(describe(join(PACKAGES, name))),
  ...(name === "cli" ? [COMMAND] : []),
];
const COMMAND = "./main.ts";
const libraries = NAMES.flatMap((name) =>
  exportedSources(describe(join(PACKAGES, name))).map((source) => join(PACKAGES, name, source)),
);
compile({ sources: libraries, output: DIST, hasDeclarations: true });
// A command is not imported: it is compiled without declarations, after the modules that it shares.
compile({ sources: [join(PACKAGES, "cli", COMMAND)], output: commands, hasDeclarations: false });
cpSync(join(commands, "cli"), join(DIST, "cli"), { recursive: true });
rmSync(commands, { recursive: true });
rmSync(join(DIST, "tsconfig.json"));
for (const name of NAMES) await buildPackage(name, entries(name));
