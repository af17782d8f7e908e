import * as fs from "node:fs";
import type { Readable } from "node:stream";

import { documents } from "@paraph/app";
import type { Settings } from "@paraph/app/settings";
import { AssetStore } from "@paraph/core/renders";
import { restoreTables } from "@paraph/database";
import { privateDataFolder, takeDirectoryLock } from "@paraph/database/postgres";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { DASH } from "../../flags.ts";
import { printRecord } from "../../terminal/print.ts";
import { type ShowProgress, withProgress } from "../../terminal/progress.ts";
import { logging } from "../logging.ts";
import { BackupFailed, DATA_FOLDERS } from "./archive_form.ts";
import { type ArchiveReader, archiveReader } from "./archive_reader.ts";
import { isPlainPath, putDataFile } from "./data_files.ts";
import { publishAgain } from "./public_copies.ts";
import { isMarked, markPlaces, unmark, unmarkPlaces } from "./restore_places.ts";
import { restoredDatabase } from "./restored_database.ts";

/** What to read and how to print the result. */
interface ArchiveOptions {
  readonly file: string;
  readonly json: boolean;
}

/** Reads a backup to its end without changes and prints what it contains. Fails if it is incomplete. */
export const checkBackup = Effect.fnUntraced(function* ({ file, json }: ArchiveOptions) {
  const summary = yield* withProgress((show) => verifyArchive(file, show));
  yield* printRecord({ file, ...summary }, json);
}, Effect.scoped);

/**
 * Restores a backup into an empty deployment, completely or not at all. Files come first and are unused until
 * the database is in place, which is the last step, after everything was read and checked. After a kill, the
 * same backup is restored again; if only its marks were left, they are removed.
 */
export const restore = Effect.fnUntraced(function* (
  settings: Settings,
  { file, json }: ArchiveOptions,
) {
  const restoration = withProgress((show) =>
    Effect.gen(function* () {
      // A pipe is read once. Whether it is complete is known only at its end.
      if (file !== DASH) yield* Effect.scoped(verifyArchive(file, show));
      const archive = yield* archiveReader(yield* openArchive(file));
      const { dataDir } = settings;
      const folder = yield* privateDataFolder(dataDir);
      // Locks the folder: no other process opens a database or restores a backup here.
      if (!(yield* takeDirectoryLock(`${folder}/db.lock`))) {
        return yield* restoreFailure(`${dataDir} is in use by another process`);
      }
      const database = restoredDatabase(settings, archive.identity);
      const isDone = (yield* isMarked(settings, archive.identity)) && (yield* database.isInPlace);
      const end = isDone
        ? yield* readThrough(archive, show)
        : yield* putInPlace(archive, settings, database, show);
      yield* unmarkPlaces(settings);
      yield* database.forget;
      return summaryOf(archive, end);
    }),
  );
  yield* printRecord({ file, ...(yield* restoration) }, json);
}, Effect.scoped);

const verifyArchive = Effect.fnUntraced(function* (file: string, show: ShowProgress) {
  const archive = yield* archiveReader(yield* openArchive(file));
  return summaryOf(archive, yield* readThrough(archive, show));
});

const readThrough = Effect.fnUntraced(function* (archive: ArchiveReader, show: ShowProgress) {
  let parts = 0;
  return yield* archive.each(({ name }) =>
    Effect.andThen(
      placeOf(name),
      Effect.suspend(() => show(`${++parts} parts read`)),
    ),
  );
});

const putInPlace = Effect.fnUntraced(function* (
  archive: ArchiveReader,
  settings: Settings,
  database: ReturnType<typeof restoredDatabase>,
  show: ShowProgress,
) {
  const markedFolders = yield* markPlaces(settings, archive.identity);
  const put = { files: 0 };
  const putting = Effect.gen(function* () {
    const end = yield* restoreParts(archive, settings.dataDir, put, show);
    yield* publishAgain;
    yield* database.sign;
    return end;
  });
  const inTransaction = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(putting));
  const store = documents(settings);
  const layers = Layer.mergeAll(database.layer, store, logging(settings, "stderr"));
  const end = yield* Effect.provide(inTransaction, layers).pipe(
    Effect.onError(() => (put.files === 0 ? unmark(markedFolders) : Effect.void)),
  );
  yield* database.putInPlace;
  return end;
});

const restoreParts = (
  archive: ArchiveReader,
  dataDir: string,
  put: { files: number },
  show: ShowProgress,
) =>
  restoreTables(archive.head, ({ rows }) => {
    let count = 0;
    return archive.each(({ name, bytes }) =>
      Effect.gen(function* () {
        const place = yield* placeOf(name);
        if (place.kind === "rows") {
          const lines = bytes.toString("utf8").split("\n").slice(0, -1);
          count += lines.length;
          yield* rows(place.table, lines);
        } else {
          put.files += 1;
          if (place.kind === "document") yield* (yield* AssetStore).put(place.name, bytes);
          else yield* putDataFile(dataDir, place.name, bytes);
        }
        yield* show(`${count} rows, ${put.files} files`);
      }),
    );
  });

type Place =
  | { readonly kind: "rows"; readonly table: string }
  | { readonly kind: "document" | "data"; readonly name: string };

/** The destination of a part. Names cannot lead out of the folders of a deployment. */
function placeOf(part: string): Effect.Effect<Place, BackupFailed> {
  const [folder = "", ...names] = part.split("/");
  const [first = ""] = names;
  const name = names.join("/");
  if (isPlainPath(name)) {
    if (folder === "tables" && names.length === 2)
      return Effect.succeed({ kind: "rows", table: first });
    if (folder === "files") return Effect.succeed({ kind: "document", name });
    const isDataFile = folder === "data" && DATA_FOLDERS.some((each) => each === first);
    if (isDataFile && names.length > 1) return Effect.succeed({ kind: "data", name });
  }
  return Effect.fail(restoreFailure(`the backup has a part of an unknown kind: ${part}`));
}

const openArchive = (file: string) =>
  Effect.acquireRelease(
    Effect.sync((): Readable => (file === DASH ? process.stdin : fs.createReadStream(file))),
    (input) => Effect.sync(() => input.destroy()),
  );

function summaryOf(
  { head }: ArchiveReader,
  end: Effect.Success<ReturnType<ArchiveReader["each"]>>,
) {
  const { createdAt, release, schema } = head;
  const { rows, files, missing, sha256 } = end;
  return { createdAt, release, schema, rows, files, missing, sha256 };
}

function restoreFailure(problem: string): BackupFailed {
  return new BackupFailed({ message: `Nothing was restored: ${problem}` });
}
