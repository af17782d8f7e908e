import * as fs from "node:fs";
import * as path from "node:path";
import type { Writable } from "node:stream";

import { documents } from "@paraph/app";
import type { Settings } from "@paraph/app/settings";
import { AssetStore } from "@paraph/core/renders";
import { VERSION } from "@paraph/core/telemetry";
import { LATEST_MIGRATION, readTables } from "@paraph/database";
import { postgres } from "@paraph/database/postgres";
import { DateTime, Effect, Option, Stream } from "effect";

import { DASH } from "../../flags.ts";
import { printRecord } from "../../terminal/print.ts";
import { type ShowProgress, withProgress } from "../../terminal/progress.ts";
import { logging } from "../logging.ts";
import { BackupFailed, FORMAT, zeroPad } from "./archive_form.ts";
import { type ArchiveWriter, archiveWriter } from "./archive_writer.ts";
import { addDataFiles } from "./data_files.ts";
import { finishedFile } from "./finished_file.ts";
import { spooledNames } from "./spooled_names.ts";

/**
 * Writes a consistent backup of a deployment to one file, also while it is in use: first the rows of a
 * snapshot, then the files that those rows refer to. Prints what it contains.
 */
export const backup = Effect.fnUntraced(function* (
  settings: Settings,
  { file, force, json }: { readonly file: string; readonly force: boolean; readonly json: boolean },
) {
  const hasData =
    settings.databaseUrl !== undefined || fs.existsSync(path.join(settings.dataDir, "db"));
  if (!hasData) return yield* nothingToBackUp(settings);
  const output = yield* finishedFile(file, force);
  const summary = yield* withProgress((show) =>
    Effect.scoped(writeAll(settings, output.stream, show)),
  );
  yield* output.finish;
  // Standard output is the backup itself.
  return file === DASH ? undefined : yield* printRecord({ file, ...summary }, json);
}, Effect.scoped);

const writeAll = Effect.fnUntraced(function* (
  settings: Settings,
  output: Writable,
  show: ShowProgress,
) {
  const archive = yield* archiveWriter(output);
  const names = yield* spooledNames;
  const createdAt = DateTime.formatIso(yield* DateTime.now);
  const { schema, rows } = yield* writeRows(settings, archive, createdAt, names, show);
  const documents = yield* writeDocuments(settings, archive, names, (files) =>
    show(`${rows} rows, ${files} documents`),
  );
  const others = yield* addDataFiles(archive, settings.dataDir);
  const counts = { rows, files: documents.files + others, missing: documents.missing };
  const { sha256 } = yield* archive.end(counts);
  return { createdAt, release: VERSION, schema, ...counts, sha256 };
});

/** Writes all rows and records the files that they refer to. Closes the database afterwards. */
const writeRows = Effect.fnUntraced(function* (
  settings: Settings,
  archive: ArchiveWriter,
  createdAt: string,
  names: Effect.Success<typeof spooledNames>,
  show: ShowProgress,
) {
  let schema = 0;
  let rows = 0;
  let parts = 0;
  const reading = readTables({
    outline: (outline) => {
      ({ schema } = outline);
      if (schema === 0) return nothingToBackUp(settings);
      if (schema > LATEST_MIGRATION) return newerSchema(schema);
      return archive.head({ format: FORMAT, release: VERSION, createdAt, ...outline });
    },
    rows: (table, lines) => {
      rows += lines.length;
      const part = `tables/${table}/${zeroPad(++parts)}.jsonl`;
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      return Effect.andThen(archive.add(part, bytes), show(`${rows} rows`));
    },
    files: names.add,
  });
  const { databaseUrl: url, databasePoolMode: poolMode, dataDir } = settings;
  const client = postgres({ url, poolMode, dataDir });
  yield* Effect.provide(reading, [client, logging(settings, "stderr")]);
  return { schema, rows };
});

/** Writes the documents that rows refer to. Warns of those that were removed in the meantime. */
const writeDocuments = Effect.fnUntraced(function* (
  settings: Settings,
  archive: ArchiveWriter,
  names: Effect.Success<typeof spooledNames>,
  show: (files: number) => Effect.Effect<void>,
) {
  let files = 0;
  let missing = 0;
  const write = (name: string) =>
    Effect.gen(function* () {
      const bytes = yield* documentBytes(name);
      if (Option.isSome(bytes)) {
        yield* archive.add(`files/${name}`, bytes.value);
        yield* show(++files);
      } else {
        missing += 1;
        yield* Effect.logWarning(`A document was removed during the backup: ${name}`);
      }
    });
  const store = documents(settings);
  yield* Effect.provide(names.each(write), [store, logging(settings, "stderr")]);
  return { files, missing };
});

const documentBytes = Effect.fnUntraced(function* (name: string) {
  const store = yield* AssetStore;
  const asset = yield* store.open(name);
  if (Option.isNone(asset)) return Option.none();
  return yield* Stream.runCollect(asset.value.bytes).pipe(
    Effect.map((chunks) => Option.some(Buffer.concat([...chunks]))),
    // A document may be removed between opening and reading. Then opening it again fails too.
    Effect.catchCause((cause) =>
      Effect.flatMap(store.open(name), (again) =>
        Option.isNone(again) ? Effect.succeedNone : Effect.failCause(cause),
      ),
    ),
  );
});

function nothingToBackUp({ databaseUrl, dataDir }: Settings) {
  const where =
    databaseUrl === undefined ? `DATA_DIR (${dataDir})` : "the database of DATABASE_URL";
  return new BackupFailed({ message: `There is nothing to back up in ${where}` });
}

function newerSchema(schema: number) {
  const message = `The schema of the database (${schema}) is newer than this Paraph (${LATEST_MIGRATION}); use the release that migrated it`;
  return new BackupFailed({ message });
}
