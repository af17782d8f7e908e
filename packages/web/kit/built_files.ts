import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Effect } from "effect";

/** The folder of this package. */
export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The prebuilt files of the published package. */
export const PREBUILT_DIR = join(PACKAGE, "built");

/** Returns the files of a build by name: prebuilt ones, or those built from the sources. */
export function builtFiles(name: "pages" | "studio"): Effect.Effect<Map<string, Uint8Array>> {
  const prebuilt = join(PREBUILT_DIR, name);
  return Effect.promise(async () =>
    existsSync(prebuilt)
      ? await filesIn(prebuilt)
      : await (await import("./build_from_sources.ts")).buildFromSources(name),
  );
}

/** Reads all files of a folder at once: a later build may remove it. */
export async function filesIn(folder: string): Promise<Map<string, Uint8Array>> {
  const names = await readdir(folder);
  const files = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(files));
}
