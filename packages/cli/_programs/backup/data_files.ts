import * as fs from "node:fs/promises";
import * as path from "node:path";

import { Effect, Predicate } from "effect";

import { BackupFailed, DATA_FOLDERS } from "./archive_form.ts";
import type { ArchiveWriter } from "./archive_writer.ts";
import { flushFolder } from "./finished_file.ts";

/** Adds the generated keys of a deployment, and its emails that are files. */
export const addDataFiles = Effect.fnUntraced(function* (archive: ArchiveWriter, dataDir: string) {
  let count = 0;
  for (const folder of DATA_FOLDERS) {
    const names = yield* reading(() => namesIn(path.join(dataDir, folder)));
    for (const name of names.toSorted()) {
      const bytes = yield* reading(() => bytesIn(path.join(dataDir, folder, name)));
      // An email may be erased in the meantime.
      if (bytes === undefined) continue;
      yield* archive.add(`data/${folder}/${name}`, bytes);
      count += 1;
    }
  }
  return count;
});

/** The names of complete files. Names of drafts begin with a dot. */
async function namesIn(folder: string): Promise<ReadonlyArray<string>> {
  try {
    const entries = await fs.readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .map((name) => name.replaceAll(path.sep, "/"))
      .filter(isPlainPath);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** The content of a file; `undefined` if it does not exist. */
async function bytesIn(file: string): Promise<Uint8Array | undefined> {
  try {
    return await fs.readFile(file);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return Predicate.hasProperty(error, "code") && error.code === "ENOENT";
}

/** A segment of a path: neither `..` nor a hidden file. */
const IS_NAME = /^\w[\w.@+=-]{0,254}$/u;

/** Whether a path stays inside the folder that it is joined to, on any system. */
export function isPlainPath(name: string): boolean {
  return name.split("/").every((part) => IS_NAME.test(part));
}

/** Writes a file atomically, flushed to disk and readable only by its owner. */
export const putDataFile = (dataDir: string, name: string, bytes: Uint8Array) =>
  Effect.tryPromise({
    try: async () => {
      const target = path.join(dataDir, name);
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const file = await fs.open(target, "w", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      flushFolder(path.dirname(target));
    },
    catch: (cause) => fileFailure(`${name} cannot be written`, cause),
  });

function reading<A>(read: () => Promise<A>): Effect.Effect<A, BackupFailed> {
  return Effect.tryPromise({
    try: read,
    catch: (cause) => fileFailure("a file of DATA_DIR cannot be read", cause),
  });
}

function fileFailure(what: string, cause: unknown): BackupFailed {
  const why = Predicate.hasProperty(cause, "code") ? ` (${String(cause.code)})` : "";
  return new BackupFailed({ message: `${what}${why}` });
}
