import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { Option, Schema } from "effect";

import { ROOT } from "./paths.ts";

/** A file of a build's output. */
export interface CodeFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** The output of a build, and every file that it depends on. */
export interface Build {
  readonly files: ReadonlyArray<CodeFile>;
  readonly sources: ReadonlyArray<string>;
}

/** The folder of the last build, and the path, modification time and size of each of its sources. */
const CacheIndex = Schema.fromJsonString(
  Schema.Struct({
    folder: Schema.String,
    sources: Schema.Array(Schema.Tuple([Schema.String, Schema.Finite, Schema.Finite])),
  }),
);
const encode = Schema.encodeSync(CacheIndex);
const decode = Schema.decodeUnknownOption(CacheIndex);

const INDEX = "index.json";

/** npm writes this file with every installation. Installed files keep old modification times. */
const PACKAGE_LOCK = join(ROOT, "node_modules/.package-lock.json");

/** Old builds are removed after 7 days, in milliseconds. */
const MAX_AGE = 7 * 86_400_000;

/**
 * Returns a folder with the output of a build. Builds only when a source or the installation has changed since
 * the last build.
 * Several processes may call it at once.
 *
 * @param cache The folder of the cache; created when it is missing.
 */
export async function cachedBuild(cache: string, build: () => Promise<Build>): Promise<string> {
  const current = await currentBuild(cache);
  if (current !== undefined) return current;
  const folder = join(cache, randomUUID());
  await mkdir(folder, { recursive: true });
  // The file system's clock, which modification times come from.
  const { mtimeMs: start } = await stat(folder);
  const { files, sources } = await queueBuild(build);
  const inputs = existsSync(PACKAGE_LOCK) ? [...sources, PACKAGE_LOCK] : sources;
  const fingerprints = await Promise.all(inputs.map((source) => fingerprintSource(start, source)));
  await writeFiles(folder, files);
  const index = `${folder}.json`;
  await writeFile(index, encode({ folder, sources: fingerprints }));
  // Renaming is atomic: others see the old index or the new one.
  await rename(index, join(cache, INDEX));
  await removeOldBuilds(cache, folder);
  return folder;
}

/** The last build that this process queued. */
let lastQueued: Promise<unknown> = Promise.resolve();

/** Runs builds of this process one after the other: esbuild's `stop()` ends every build that runs. */
export function queueBuild(build: () => Promise<Build>): Promise<Build> {
  const result = lastQueued.then(build);
  lastQueued = result.catch(() => {});
  return result;
}

/** Writes the output of a build into a folder. */
export async function writeFiles(folder: string, files: ReadonlyArray<CodeFile>): Promise<void> {
  await Promise.all(
    files.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)),
  );
}

/** The folder of the last build, if none of its sources has changed. */
async function currentBuild(cache: string): Promise<string | undefined> {
  const text = await readFile(join(cache, INDEX), "utf8").catch(() => undefined);
  const index = Option.getOrUndefined(decode(text));
  // The index of a copied checkout names the original.
  if (index === undefined || dirname(index.folder) !== join(cache)) return undefined;
  const fingerprints = await Promise.all(
    index.sources.map(([path]) => fingerprint(path).catch(() => undefined)),
  );
  const isCurrent = index.sources.every(
    ([, mtimeMs, size], position) =>
      fingerprints[position]?.[1] === mtimeMs && fingerprints[position][2] === size,
  );
  const exists = isCurrent && (await stat(index.folder).catch(() => undefined)) !== undefined;
  return exists ? index.folder : undefined;
}

type Fingerprint = [path: string, modified: number, size: number];

/** The fingerprint of a source; one that no file has if the source has changed since the build started. */
async function fingerprintSource(start: number, path: string): Promise<Fingerprint> {
  const current = await fingerprint(path);
  return current[1] > start ? [path, current[1], NO_SIZE] : current;
}

const NO_SIZE = -1;

async function fingerprint(path: string): Promise<Fingerprint> {
  const { mtimeMs, size } = await stat(path);
  return [path, mtimeMs, size];
}

/** Removes old builds, but not at once: other processes may still load parts of them. */
async function removeOldBuilds(cache: string, folder: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const other = join(cache, name);
    if (other === folder || name === INDEX) continue;
    const info = await stat(other).catch(() => undefined);
    const isOld = info !== undefined && Date.now() - info.mtimeMs > MAX_AGE;
    if (isOld) await rm(other, { recursive: true, force: true });
  }
}
