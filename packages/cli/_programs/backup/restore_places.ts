import * as fs from "node:fs";
import * as path from "node:path";

import type { Settings } from "@paraph/app/settings";
import { makeFolder, UNFINISHED_RESTORE } from "@paraph/database/postgres";
import { Effect, Predicate } from "effect";

import { BackupFailed } from "./archive_form.ts";
import { flushFolder } from "./finished_file.ts";

/**
 * The folder that marks an unfinished restore; it contains the identity of the backup. The same backup may be
 * restored again into a folder with this mark.
 */
const MARK = path.dirname(UNFINISHED_RESTORE);

/** Entries that an empty folder may contain. */
const IGNORED_NAMES = new Set([MARK, "db.lock", "db.lock-journal", "lost+found", ".drafts"]);

type Places = Pick<Settings, "dataDir" | "storage">;

/** The folders of a deployment. A bucket needs no mark: it gets the same documents under the same names. */
function foldersOf({ dataDir, storage }: Places): ReadonlyArray<string> {
  return storage.kind === "folder" ? [dataDir, storage.folder] : [dataDir];
}

/** Whether an unfinished restore of this backup was started here. */
export const isMarked = ({ dataDir }: Places, identity: string) =>
  Effect.sync(() => isMarkedFolder(dataDir, identity));

/**
 * Creates and marks the folders of a deployment. Fails if they contain anything. Returns the folders that had
 * no such mark before.
 */
export const markPlaces = Effect.fnUntraced(function* (settings: Places, identity: string) {
  const folders = foldersOf(settings);
  return yield* Effect.try({
    try: () => {
      for (const folder of folders) makeFolder(folder);
      const unmarkedFolders = folders.filter((folder) => !isMarkedFolder(folder, identity));
      for (const folder of unmarkedFolders) {
        const entries = fs.readdirSync(folder).filter((name) => {
          const isPlaceOfOther = folders.includes(path.join(folder, name));
          return !IGNORED_NAMES.has(name) && !isPlaceOfOther;
        });
        if (entries.length > 0) throw notEmptyFailure(folder, entries);
      }
      for (const folder of folders) mark(folder, identity);
      return unmarkedFolders;
    },
    catch: (cause) => (cause instanceof BackupFailed ? cause : unwritable(cause)),
  });
});

/** Where the embedded database is created. It is renamed when everything else is in place. */
export const unfinishedData = (dataDir: string) => path.join(dataDir, MARK, "data");

/** Removes all marks, the mark of `DATA_DIR` last because it leads to the others. */
export const unmarkPlaces = (settings: Places) => unmark(foldersOf(settings).toReversed());

/** Removes marks. */
export const unmark = (folders: ReadonlyArray<string>) =>
  Effect.sync(() => {
    for (const folder of folders) {
      fs.rmSync(path.join(folder, MARK), { recursive: true, force: true });
    }
  });

function isMarkedFolder(folder: string, identity: string): boolean {
  const mark = path.join(folder, UNFINISHED_RESTORE);
  return fs.existsSync(mark) && fs.readFileSync(mark, "utf8") === identity;
}

function mark(folder: string, identity: string): void {
  const place = path.join(folder, MARK);
  // The incomplete database of a killed restore is not continued.
  fs.rmSync(path.join(place, "data"), { recursive: true, force: true });
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  const draft = path.join(place, "unfinished");
  fs.writeFileSync(draft, identity, { mode: 0o600 });
  fs.renameSync(draft, path.join(folder, UNFINISHED_RESTORE));
  flushFolder(place);
}

function notEmptyFailure(folder: string, entries: ReadonlyArray<string>): BackupFailed {
  const names = entries.toSorted().slice(0, 5).join(", ");
  const more = entries.length > 5 ? ` and ${entries.length - 5} more` : "";
  const message = `Nothing was restored: ${folder} is not empty, it has ${names}${more}; use an empty folder, or move these files`;
  return new BackupFailed({ message });
}

function unwritable(cause: unknown): BackupFailed {
  const why = Predicate.isError(cause) ? cause.message : String(cause);
  return new BackupFailed({ message: `Nothing was restored: ${why}` });
}
