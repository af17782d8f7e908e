// Plain JavaScript without dependencies: it runs before every command.
import { accessSync, constants, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/paraph-front/", import.meta.url));

/**
 * Returns the URL of the front, built again if a source has changed since the last build. Fails if it cannot be
 * built or stored.
 */
export async function cachedFront() {
  const folder = currentFolder() ?? (await build());
  return pathToFileURL(join(folder, "main.js")).href;
}

/** The folder of the last build, if no source has changed. The same check as in `cachedBuild`, without its imports. */
function currentFolder() {
  try {
    const { folder, sources } = JSON.parse(readFileSync(join(CACHE, "index.json"), "utf8"));
    for (const [path, mtimeMs, size] of sources) {
      const info = statSync(path);
      if (info.mtimeMs !== mtimeMs || info.size !== size) return undefined;
    }
    statSync(join(folder, "main.js"));
    return folder;
  } catch {
    return undefined;
  }
}

async function build() {
  // Building takes longer than it saves when the result cannot be stored.
  mkdirSync(CACHE, { recursive: true });
  accessSync(CACHE, constants.W_OK);
  const { rebuildFront } = await import("./build_front.ts");
  return await rebuildFront(CACHE);
}
