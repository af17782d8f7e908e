import { basename, join } from "node:path";

import { queueBuild, cachedBuild } from "@paraph/build";

import { buildPages } from "./build_pages.ts";
import { buildStudio } from "./build_studio.ts";
import { filesIn, PACKAGE } from "./package_files.ts";

const BUILDS = { pages: buildPages, studio: buildStudio };

/**
 * Builds files from the sources, and caches them on disk until a source changes. If the package folder is not
 * writable, they are built for this process only.
 */
export async function buildFromSources(
  name: keyof typeof BUILDS,
): Promise<Map<string, Uint8Array>> {
  const build = BUILDS[name];
  try {
    const cache = join(PACKAGE, "node_modules/.cache", `paraph-${name}`);
    return await filesIn(await cachedBuild(cache, build));
  } catch {
    const { files } = await queueBuild(build);
    return new Map(files.map(({ path, contents }) => [basename(path), contents]));
  }
}
