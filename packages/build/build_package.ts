import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { writeBundles, type BundledPackage } from "./bundles.ts";
import { copyDocs } from "./docs.ts";
import { referenceNodeTypes } from "./node_types.ts";
import { readPackageJson, plainFiles, publishedPackageJson } from "./package_json.ts";
import { DIST, PACKAGES, ROOT } from "./paths.ts";
import { copySources } from "./source_maps.ts";
import { removeUnreachable } from "./unreachable.ts";

/**
 * Turns the compiled files of a package, in its folder below `dist`, into a package that npm can publish.
 *
 * @param entries The sources of its exports and commands.
 */
export async function buildPackage(name: string, entries: ReadonlyArray<string>): Promise<void> {
  const folder = join(DIST, name);
  const source = join(PACKAGES, name);
  const description = readPackageJson(source);
  removeUnreachable(folder, entries);
  const types = referenceNodeTypes(folder);
  for (const file of plainFiles(description)) cpSync(join(source, file), join(folder, file));
  copySources(folder, name);
  const bundledPackages = await writeBundles(folder, name);
  if (bundledPackages.length > 0) {
    writeFileSync(join(folder, "THIRD_PARTY_LICENSES.txt"), bundledPackages.map(terms).join("\n"));
  }
  cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  copyDocs(source, folder);
  const packageJson = publishedPackageJson(description, {
    files: readdirSync(folder).toSorted(),
    dependencies: types,
  });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(packageJson, null, 2)}\n`);
}

function terms({ name, license }: BundledPackage): string {
  return `${"=".repeat(80)}\n${name}\n${"=".repeat(80)}\n\n${license}\n`;
}
