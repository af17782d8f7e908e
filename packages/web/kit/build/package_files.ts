import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package. */
export const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

/** Reads all files of a folder at once: a later build may remove it. */
export async function filesIn(folder: string): Promise<Map<string, Uint8Array>> {
  const names = await readdir(folder);
  const files = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(files));
}
