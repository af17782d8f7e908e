import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import type { Writable } from "node:stream";

import { Effect, Predicate } from "effect";

import { DASH } from "../../flags.ts";
import { BackupFailed } from "./archive_form.ts";

/**
 * A file readable only by its owner. Until `finish` it is a draft next to its target, which the scope
 * removes; only a killed process leaves the draft. `finish` flushes it and renames it.
 */
export const finishedFile = Effect.fnUntraced(function* (file: string, force: boolean) {
  if (file === DASH) {
    if (process.stdout.isTTY) return yield* backupFailure("standard output is a terminal");
    const stream: Writable = process.stdout;
    return { stream, finish: Effect.void };
  }
  const target = path.resolve(file);
  if (!force && fs.existsSync(target)) {
    return yield* backupFailure(`${file} exists; replace it with --force, or name another file`);
  }
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  const openDraft = Effect.try({
    try: () => fs.openSync(draft, "wx", 0o600),
    catch: (cause) => problem(file, cause),
  });
  const handle = yield* Effect.acquireRelease(openDraft, (handle) =>
    Effect.sync(() => {
      fs.closeSync(handle);
      fs.rmSync(draft, { force: true });
    }),
  );
  const stream: Writable = fs.createWriteStream(draft, { fd: handle, autoClose: false });
  const finish = Effect.try({
    try: () => {
      fs.fsyncSync(handle);
      if (force) fs.renameSync(draft, target);
      else renameWithoutReplacing(draft, target);
      flushFolder(path.dirname(target));
    },
    catch: (cause) => problem(file, cause),
  });
  return { stream, finish };
});

/** Renames a file unless the name is in use: creating a hard link never replaces a file. */
function renameWithoutReplacing(draft: string, target: string): void {
  try {
    fs.linkSync(draft, target);
  } catch (error) {
    // A file system without hard links needs this check.
    if (fs.existsSync(target)) throw error;
    fs.renameSync(draft, target);
  }
}

/** Flushes a folder, so that names in it are on disk. Some systems do not support that. */
export function flushFolder(folder: string): void {
  try {
    const handle = fs.openSync(folder, "r");
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } catch {}
}

function problem(file: string, cause: unknown): BackupFailed {
  const why = Predicate.hasProperty(cause, "code") ? String(cause.code) : String(cause);
  return backupFailure(`${file} cannot be written (${why})`);
}

function backupFailure(message: string): BackupFailed {
  return new BackupFailed({ message: `No backup was made: ${message}` });
}
