import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { Option, Schema } from "effect";

/** A file of what was built. */
export interface CodeFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** What was built, and every file it was built from. */
export interface Build {
  readonly files: ReadonlyArray<CodeFile>;
  readonly sources: ReadonlyArray<string>;
}

/** A build that is kept: where, and what its sources looked like. */
const Kept = Schema.fromJsonString(
  Schema.Struct({
    folder: Schema.String,
    /** Of each source its path, when it was changed last, and its size. */
    sources: Schema.Array(Schema.Tuple([Schema.String, Schema.Finite, Schema.Finite])),
  }),
);
const encode = Schema.encodeSync(Kept);
const decode = Schema.decodeUnknownOption(Kept);

const INDEX = "kept.json";

/** Builds that no process has used for this long are removed: 7 days in milliseconds. */
const FORGOTTEN_AFTER = 7 * 86_400_000;

/**
 * A folder with what is built, which is built only when a source has changed since it was built last.
 * Any number of processes may ask at once.
 *
 * @param cache Where builds are kept; it is made when it is not there.
 */
export async function keptBuild(cache: string, build: () => Promise<Build>): Promise<string> {
  const kept = await lastBuild(cache);
  if (kept !== undefined) return kept;
  const folder = join(cache, randomUUID());
  await mkdir(folder, { recursive: true });
  // The clock of the file system.
  const { mtimeMs: begun } = await stat(folder);
  const { files, sources } = await inTurn(build);
  const known = await Promise.all(sources.map((source) => lookBefore(begun, source)));
  await writeFiles(folder, files);
  const index = `${folder}.json`;
  await writeFile(index, encode({ folder, sources: known }));
  // Readers see the old build or the new one, complete.
  await rename(index, join(cache, INDEX));
  await forgetOthers(cache, folder);
  return folder;
}

/** What this process builds now, if anything. */
let underway: Promise<unknown> = Promise.resolve();

/** Builds when whatever else this process builds is done: bundlers are stopped for all when they have built. */
export function inTurn(build: () => Promise<Build>): Promise<Build> {
  const built = underway.then(build);
  underway = built.catch(() => {});
  return built;
}

/** Writes what was built into a folder. */
export async function writeFiles(folder: string, files: ReadonlyArray<CodeFile>): Promise<void> {
  await Promise.all(
    files.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)),
  );
}

async function lastBuild(cache: string): Promise<string | undefined> {
  const text = await readFile(join(cache, INDEX), "utf8").catch(() => undefined);
  const kept = Option.getOrUndefined(decode(text));
  if (kept === undefined) return undefined;
  const looks = await Promise.all(
    kept.sources.map(([path]) => lookOf(path).catch(() => undefined)),
  );
  const isFresh = kept.sources.every(
    ([, changed, size], at) => looks[at]?.[1] === changed && looks[at][2] === size,
  );
  const isThere = isFresh && (await stat(kept.folder).catch(() => undefined)) !== undefined;
  return isThere ? kept.folder : undefined;
}

/** What a source looked like when building began: like no file, if it has changed since. */
async function lookBefore(begun: number, path: string): Promise<[string, number, number]> {
  const look = await lookOf(path);
  return look[1] > begun ? [path, look[1], NEVER] : look;
}

/** No file has this size. */
const NEVER = -1;

async function lookOf(path: string): Promise<[string, number, number]> {
  const { mtimeMs, size } = await stat(path);
  return [path, mtimeMs, size];
}

/** Other processes may still load parts of an older build: it stays for a while. */
async function forgetOthers(cache: string, folder: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const other = join(cache, name);
    if (other === folder || name === INDEX) continue;
    const look = await stat(other).catch(() => undefined);
    const isOld = look !== undefined && Date.now() - look.mtimeMs > FORGOTTEN_AFTER;
    if (isOld) await rm(other, { recursive: true, force: true });
  }
}
