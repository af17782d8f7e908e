import * as fs from "node:fs";
import * as path from "node:path";

import { Data, Effect, Predicate, Runtime } from "effect";

import { PostgresUnavailable } from "../client.ts";

/** The data directory cannot be used; the message names it and says what is allowed. */
export class DataFolderRefused extends Data.TaggedError("data_folder_refused")<{
  readonly message: string;
}> {
  override readonly [Runtime.errorExitCode] = 2;
}

/** Permissions of the group and of others. */
const NON_OWNER_BITS = 0o077;

/**
 * Creates the data directory, or restricts an existing one to its owner (0700). Returns its real path.
 *
 * Refuses a directory that belongs to another user, stays accessible to others, or is not writable.
 */
export function privateDataFolder(folder: string): Effect.Effect<string, DataFolderRefused> {
  return Effect.try({
    try: () => {
      makeFolder(folder);
      const real = fs.realpathSync(folder);
      restrictToOwner(real);
      fs.accessSync(real, fs.constants.W_OK | fs.constants.X_OK);
      return real;
    },
    catch: (cause) => folderError(folder, cause),
  });
}

/** As {@linkcode privateDataFolder}, for a program that needs the directory only if it exists. */
export function privateDataFolderIfPresent(folder: string): Effect.Effect<void, DataFolderRefused> {
  return Effect.suspend(() =>
    fs.existsSync(folder) ? Effect.asVoid(privateDataFolder(folder)) : Effect.void,
  );
}

/**
 * Creates a directory with its parents, for the owner only. `mkdir` with `recursive` does not return where
 * directories cannot be created, such as below `/proc`.
 */
export function makeFolder(folder: string): void {
  const missing: Array<string> = [];
  let ancestor = path.resolve(folder);
  for (; !fs.existsSync(ancestor); ancestor = path.dirname(ancestor)) missing.unshift(ancestor);
  for (const each of missing) {
    try {
      fs.mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

/** Uses a descriptor: a path could lead elsewhere between check and change. */
function restrictToOwner(folder: string): void {
  const descriptor = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  try {
    const { uid, mode } = fs.fstatSync(descriptor);
    if (!isOwnUser(uid)) throw new Refusal(`belongs to another user (uid ${uid})`);
    if ((mode & NON_OWNER_BITS) === 0) return;
    fs.fchmodSync(descriptor, 0o700);
    if ((fs.fstatSync(descriptor).mode & NON_OWNER_BITS) !== 0)
      throw new Refusal("cannot be restricted to its owner (mode 0700)");
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Whether a user id is the one of this process; always true on systems without user ids. */
export function isOwnUser(uid: number): boolean {
  const own = process.geteuid?.();
  return own === undefined || own === uid;
}

class Refusal extends Error {}

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: "cannot be created or written to (permission denied)",
  EPERM: "cannot be created or changed (not permitted)",
  EROFS: "is on a read-only file system",
  ENOTDIR: "is not a directory",
  ENOENT: "cannot be created",
  ENOSPC: "cannot be created (the disk is full)",
};

function folderError(folder: string, cause: unknown): DataFolderRefused {
  const code = codeOf(cause);
  const problem =
    cause instanceof Refusal ? cause.message : (PROBLEMS[code] ?? `cannot be used (${code})`);
  return new DataFolderRefused({
    message: `DATA_DIR ${folder} ${problem}; allowed: a directory that the user of this process owns or can create`,
  });
}

function codeOf(error: unknown): string {
  return Predicate.hasProperty(error, "code") ? String(error.code) : String(error);
}

/**
 * The file in a data folder that marks an unfinished restore; it contains the identity of the backup. A
 * killed restore leaves it, and no process uses the folder until the restore is complete.
 */
export const UNFINISHED_RESTORE = path.join(".restoring", "backup.json");

/** Fails if a restore into a folder was not completed. */
export function refuseUnfinishedRestore(dataDir: string): Effect.Effect<void, PostgresUnavailable> {
  return Effect.suspend(() => {
    if (!fs.existsSync(path.join(dataDir, UNFINISHED_RESTORE))) return Effect.void;
    const message = `A restore into ${dataDir} is not complete; run it again, or empty the folder`;
    return Effect.fail(new PostgresUnavailable({ message }));
  });
}
