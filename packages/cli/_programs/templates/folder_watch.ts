import * as fs from "node:fs";
import * as path from "node:path";

import { Effect, Latch } from "effect";

/**
 * Files change in bursts. A burst ends after this many milliseconds without a change; it is extended this
 * many times.
 */
const QUIET = 40;
const PATIENCE = 12;

/** The polling interval where the platform reports no changes, in milliseconds. */
const POLL = 500;

interface Watched {
  readonly watcher: fs.FSWatcher;
  readonly inode: number;
}

/**
 * Reports changes in the folders of files. It watches folders because editors replace files instead of
 * writing to them.
 */
export class FolderWatch {
  readonly #watched = new Map<string, Watched>();
  readonly #changed = Latch.makeUnsafe(false);
  #mustPoll = false;

  /** Creates a watch that ends with its scope. */
  static readonly make = Effect.acquireRelease(
    Effect.sync(() => new FolderWatch()),
    (watch) => Effect.sync(() => watch.#close()),
  );

  /** Watches the folders of these files from now on. New folders count as changed. */
  follow(files: Iterable<string>): void {
    const folders = new Set([...files].map((file) => existing(path.dirname(path.resolve(file)))));
    for (const folder of folders) this.#watch(folder);
    for (const folder of this.#watched.keys()) if (!folders.has(folder)) this.#forget(folder);
  }

  /** Completes after a change since the last completion, once changes pause. */
  get changed(): Effect.Effect<void> {
    const settle = Effect.gen({ self: this }, function* () {
      for (let waited = 0; waited < PATIENCE; waited += 1) {
        yield* this.#changed.close;
        const more = yield* Effect.timeoutOption(this.#changed.await, QUIET);
        if (more._tag === "None") return;
      }
      yield* this.#changed.close;
    });
    const heard = Effect.suspend(() =>
      this.#mustPoll
        ? Effect.asVoid(Effect.timeoutOption(this.#changed.await, POLL))
        : this.#changed.await,
    );
    return Effect.andThen(heard, settle);
  }

  #watch(folder: string): void {
    const { ino: inode } = fs.statSync(folder, { throwIfNoEntry: false }) ?? { ino: 0 };
    if (this.#watched.get(folder)?.inode === inode) return;
    this.#forget(folder);
    try {
      const watcher = fs.watch(folder, () => this.#changed.openUnsafe());
      watcher.on("error", () => this.#poll());
      this.#watched.set(folder, { watcher, inode });
      // Changes before the watch began would be missed.
      this.#changed.openUnsafe();
    } catch {
      // The limit of watches is reached, or the folder was just removed.
      this.#poll();
    }
  }

  #poll(): void {
    this.#mustPoll = true;
    this.#changed.openUnsafe();
  }

  #forget(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }

  #close(): void {
    for (const folder of this.#watched.keys()) this.#forget(folder);
  }
}

/** The folder, or its nearest existing parent. */
function existing(folder: string): string {
  const above = path.dirname(folder);
  const isThere = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isThere || above === folder ? folder : existing(above);
}
