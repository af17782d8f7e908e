import * as fs from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { Effect, type Scope } from "effect";

/**
 * Takes a lock file for the life of the scope; returns false if another process holds it.
 *
 * PGlite does not lock its folder: of two processes, the last writer wins and the commits of the other are
 * lost. SQLite's lock belongs to the kernel, which releases it when the process dies.
 */
export function takeDirectoryLock(file: string): Effect.Effect<boolean, never, Scope.Scope> {
  const take = Effect.sync(() => lockFile(file));
  const scopedLock = Effect.acquireRelease(take, (lock) => Effect.sync(() => lock?.close()));
  return Effect.map(scopedLock, (lock) => lock !== undefined);
}

function lockFile(file: string): DatabaseSync | undefined {
  restrictToOwner(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}

/** SQLite creates files readable by others, and a reader could hold a lock that excludes the owner. */
function restrictToOwner(file: string): void {
  const descriptor = fs.openSync(file, "a", 0o600);
  try {
    fs.fchmodSync(descriptor, 0o600);
  } finally {
    fs.closeSync(descriptor);
  }
}
