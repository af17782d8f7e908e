import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { bringBuilds, type Ingredient } from "./bring_builds.ts";
import { bringPages } from "./bring_pages.ts";
import { leaveOutUnreached } from "./leave_out.ts";
import { askForNodeTypes } from "./node_types.ts";
import { describe, plainFiles, publishedDescription } from "./package_description.ts";
import { DIST, PACKAGES, ROOT } from "./places.ts";
import { bringSources } from "./source_maps.ts";

/**
 * Makes of a package's compiled files, which are in its folder, what npm can publish.
 *
 * @param entries The sources that it was compiled from, without those that these import.
 */
export async function buildPackage(name: string, entries: ReadonlyArray<string>): Promise<void> {
  const folder = join(DIST, name);
  const source = join(PACKAGES, name);
  const description = describe(source);
  leaveOutUnreached(folder, entries);
  const types = askForNodeTypes(folder);
  for (const file of plainFiles(description)) cpSync(join(source, file), join(folder, file));
  bringSources(folder, name);
  const ingredients = await bringBuilds(folder, name);
  if (ingredients.length > 0) {
    writeFileSync(join(folder, "THIRD_PARTY_LICENSES.txt"), ingredients.map(terms).join("\n"));
  }
  cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  bringPages(source, folder);
  const published = publishedDescription(description, {
    files: readdirSync(folder).toSorted(),
    dependencies: types,
  });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
}

function terms({ name, license }: Ingredient): string {
  return `${"=".repeat(80)}\n${name}\n${"=".repeat(80)}\n\n${license}\n`;
}
