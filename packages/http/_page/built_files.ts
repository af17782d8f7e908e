import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Build, inTurn, keptBuild } from "@paraph/core/builds";
import { Effect } from "effect";

/** This package's own folder. */
export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** What a published package brings along built, so that nothing is built where it runs. */
export const BROUGHT = join(PACKAGE, "built");

/** Files by their names. */
type Files = Map<string, Uint8Array>;

/**
 * The files of a build: those that the package has brought along, or else built from the sources and kept
 * on disk until those change. Where nothing may be written beside the sources, they are built for this
 * process alone.
 *
 * @param name What the build is called among those that are kept.
 */
export function builtFiles(name: string, build: () => Promise<Build>): Effect.Effect<Files> {
  const brought = join(BROUGHT, name);
  if (existsSync(brought)) return Effect.promise(() => filesIn(brought));
  const cache = join(PACKAGE, "node_modules/.cache", `paraph-${name}`);
  return Effect.tryPromise(() => keptFiles(cache, build)).pipe(
    Effect.catch(() => Effect.promise(() => ownFiles(build))),
  );
}

async function keptFiles(cache: string, build: () => Promise<Build>): Promise<Files> {
  return await filesIn(await keptBuild(cache, build));
}

/** All of them at once: a later build may take the folder away. */
async function filesIn(folder: string): Promise<Files> {
  const names = await readdir(folder);
  const files = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(files));
}

async function ownFiles(build: () => Promise<Build>): Promise<Files> {
  const { files } = await inTurn(build);
  return new Map(files.map(({ path, contents }) => [basename(path), contents]));
}
