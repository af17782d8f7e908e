import * as fs from "node:fs";
import * as path from "node:path";

import { Effect, Latch } from "effect";

/**
 * Files change in bursts. A burst ends after this many milliseconds without a change; it is extended this
 * many times.
 */
const QUIET = 40;
const MAX_ROUNDS = 12;

/** The polling interval where the platform reports no changes, in milliseconds. */
const POLL = 500;

interface WatchedFolder {
  readonly watcher: fs.FSWatcher;
  readonly inode: number;
}

/**
 * Reports changes in the folders of files. It watches folders because editors replace files instead of
 * writing to them.
 */
export class FolderWatch {
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #changeLatch = Latch.makeUnsafe(false);
  #mustPoll = false;

  /** Creates a watch that ends with its scope. */
  static readonly make = Effect.acquireRelease(
    Effect.sync(() => new FolderWatch()),
    (watch) => Effect.sync(() => watch.#close()),
  );

  /** Watches the folders of these files from now on. New folders count as changed. */
  follow(files: Iterable<string>): void {
    const folders = new Set(
      [...files].map((file) => existingFolder(path.dirname(path.resolve(file)))),
    );
    for (const folder of folders) this.#watch(folder);
    for (const folder of this.#folders.keys()) if (!folders.has(folder)) this.#forget(folder);
  }

  /** Completes after a change since the last completion, once changes pause. */
  get nextChange(): Effect.Effect<void> {
    const settle = Effect.gen({ self: this }, function* () {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        yield* this.#changeLatch.close;
        const more = yield* Effect.timeoutOption(this.#changeLatch.await, QUIET);
        if (more._tag === "None") return;
      }
      yield* this.#changeLatch.close;
    });
    const change = Effect.suspend(() =>
      this.#mustPoll
        ? Effect.asVoid(Effect.timeoutOption(this.#changeLatch.await, POLL))
        : this.#changeLatch.await,
    );
    return Effect.andThen(change, settle);
  }

  #watch(folder: string): void {
    const { ino: inode } = fs.statSync(folder, { throwIfNoEntry: false }) ?? { ino: 0 };
    if (this.#folders.get(folder)?.inode === inode) return;
    this.#forget(folder);
    try {
      const watcher = fs.watch(folder, () => this.#changeLatch.openUnsafe());
      watcher.on("error", () => this.#poll());
      this.#folders.set(folder, { watcher, inode });
      // Changes before the watch began would be missed.
      this.#changeLatch.openUnsafe();
    } catch {
      // The limit of watches is reached, or the folder was just removed.
      this.#poll();
    }
  }

  #poll(): void {
    this.#mustPoll = true;
    this.#changeLatch.openUnsafe();
  }

  #forget(folder: string): void {
    this.#folders.get(folder)?.watcher.close();
    this.#folders.delete(folder);
  }

  #close(): void {
    for (const folder of this.#folders.keys()) this.#forget(folder);
  }
}

/** The folder, or its nearest existing parent. */
function existingFolder(folder: string): string {
  const parent = path.dirname(folder);
  const exists = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return exists || parent === folder ? folder : existingFolder(parent);
}
