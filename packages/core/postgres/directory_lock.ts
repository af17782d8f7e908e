import { DatabaseSync } from "node:sqlite";

import { Effect, type Scope } from "effect";

/**
 * Takes a lock file for the life of the scope; false when another process has it.
 *
 * PGlite does not lock its folder: of two processes the last writer wins and the commits of the
 * other vanish. SQLite's lock belongs to the kernel, which drops it when the process dies.
 */
export function takeDirectoryLock(file: string): Effect.Effect<boolean, never, Scope.Scope> {
  const take = Effect.sync(() => lockFile(file));
  const held = Effect.acquireRelease(take, (lock) => Effect.sync(() => lock?.close()));
  return Effect.map(held, (lock) => lock !== undefined);
}

function lockFile(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}
