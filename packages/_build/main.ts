/**
 * Builds every package into a folder of its own below `dist`, ready for `npm publish`: `npm run build`.
 */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { buildPackage } from "./build_package.ts";
import { compile } from "./compile.ts";
import { describe, exportedSources } from "./package_description.ts";
import { DIST, NAMES, PACKAGES } from "./places.ts";

rmSync(DIST, { recursive: true, force: true });
const commands = join(DIST, ".commands");
mkdirSync(commands, { recursive: true });
/** Where others enter a package; its sources, as paths in it. */
const entries = (name: string) =>
  name === "cli" ? ["./main.ts"] : exportedSources(describe(join(PACKAGES, name)));
const sourcesOf = (name: string) => entries(name).map((source) => join(PACKAGES, name, source));
const libraries = NAMES.filter((name) => name !== "cli");
compile({ sources: libraries.flatMap(sourcesOf), output: DIST, hasDeclarations: true });
// Nobody imports a command: it is compiled without declarations, and what it shares is there already.
compile({ sources: sourcesOf("cli"), output: commands, hasDeclarations: false });
renameSync(join(commands, "cli"), join(DIST, "cli"));
rmSync(commands, { recursive: true });
rmSync(join(DIST, "tsconfig.json"));
for (const name of NAMES) await buildPackage(name, entries(name));
