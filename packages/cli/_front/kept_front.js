// Plain JavaScript that loads nothing: it runs before every command.
import { accessSync, constants, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Where the front is kept that was built from the sources. */
const CACHE = fileURLToPath(new URL("../node_modules/.cache/paraph-front/", import.meta.url));

/**
 * The address of the front, built again when a source has changed since it was built last. Fails where it
 * cannot be built, or not kept.
 */
export async function keptFront() {
  const folder = freshFolder() ?? (await build());
  return pathToFileURL(join(folder, "main.js")).href;
}

/** The folder of what was built last, if no source has changed since. */
function freshFolder() {
  try {
    const { folder, sources } = JSON.parse(readFileSync(join(CACHE, "kept.json"), "utf8"));
    for (const [path, changed, size] of sources) {
      const look = statSync(path);
      if (look.mtimeMs !== changed || look.size !== size) return undefined;
    }
    statSync(join(folder, "main.js"));
    return folder;
  } catch {
    return undefined;
  }
}

async function build() {
  // What cannot be kept is not worth building.
  mkdirSync(CACHE, { recursive: true });
  accessSync(CACHE, constants.W_OK);
  const { rebuildFront } = await import("./build_front.ts");
  return await rebuildFront(CACHE);
}
