// Plain JavaScript without dependencies: it runs before every command.
import { accessSync, constants, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const cacheFolder = (name) =>
  fileURLToPath(new URL(`../node_modules/.cache/${name}`, import.meta.url));
const FRONT = cacheFolder("paraph-front");
const PROGRAM = cacheFolder("paraph-program");

/**
 * Returns the URL of the front, built again if a source has changed since the last build. Fails if it cannot be
 * built or stored.
 */
export async function cachedFront() {
  return mainOf(currentFolder(FRONT) ?? (await buildFront()));
}

/**
 * Returns the URL of the whole program, built again if a source has changed. `npm ci` builds it; a start does not,
 * because that takes longer than running the sources.
 */
export async function cachedProgram() {
  const { rebuildProgram } = await import("./build_program.ts");
  return mainOf(await rebuildProgram(PROGRAM));
}

/** The URL of the whole program, if no source has changed since it was built. */
export function currentProgram() {
  const folder = currentFolder(PROGRAM);
  return folder === undefined ? undefined : mainOf(folder);
}

const mainOf = (folder) => pathToFileURL(join(folder, "main.js")).href;

/** The folder of the last build, if no source has changed. The same check as in `cachedBuild`, without its imports. */
function currentFolder(cache) {
  try {
    const { folder, sources } = JSON.parse(readFileSync(join(cache, "index.json"), "utf8"));
    // The index of a copied checkout names the original.
    if (dirname(folder) !== cache) return undefined;
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

async function buildFront() {
  // Building takes longer than it saves when the result cannot be stored.
  mkdirSync(FRONT, { recursive: true });
  accessSync(FRONT, constants.W_OK);
  const { rebuildFront } = await import("./build_front.ts");
  return await rebuildFront(FRONT);
}
