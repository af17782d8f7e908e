import { basename, join } from "node:path";

import { queueBuild, cachedBuild } from "@paraph/build";

import { buildPages } from "./build_pages.ts";
import { filesIn, PACKAGE } from "./package_files.ts";

/**
 * Builds files from the sources, and caches them on disk until a source changes. If the package folder is not
 * writable, they are built for this process only.
 */
export async function buildFromSources(): Promise<Map<string, Uint8Array>> {
  try {
    const cache = join(PACKAGE, "node_modules/.cache/paraph-pages");
    return await filesIn(await cachedBuild(cache, buildPages));
  } catch {
    const { files } = await queueBuild(buildPages);
    return new Map(files.map(({ path, contents }) => [basename(path), contents]));
  }
}
