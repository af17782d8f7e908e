/**
 * Builds every package into a separate folder below `dist`, ready for `npm publish`: `npm run build`.
 */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { buildPackage } from "./build_package.ts";
import { compile } from "./compile.ts";
import { readPackageJson, exportedSources } from "./package_json.ts";
import { DIST, NAMES, PACKAGES } from "./paths.ts";

rmSync(DIST, { recursive: true, force: true });
const commands = join(DIST, ".commands");
mkdirSync(commands, { recursive: true });
/** The sources of a package's exports and command, as paths in the package. */
const entries = (name: string) => [
  ...exportedSources(readPackageJson(join(PACKAGES, name))),
  ...(name === "cli" ? [COMMAND] : []),
];
const COMMAND = "./main.ts";
const libraries = NAMES.flatMap((name) =>
  exportedSources(readPackageJson(join(PACKAGES, name))).map((source) =>
    join(PACKAGES, name, source),
  ),
);
compile({ sources: libraries, output: DIST, hasDeclarations: true });
// The command needs no declarations. Sources that it shares with the library are compiled already.
compile({ sources: [join(PACKAGES, "cli", COMMAND)], output: commands, hasDeclarations: false });
cpSync(join(commands, "cli"), join(DIST, "cli"), { recursive: true });
rmSync(commands, { recursive: true });
rmSync(join(DIST, "tsconfig.json"));
for (const name of NAMES) await buildPackage(name, entries(name));
