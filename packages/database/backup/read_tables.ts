import { Effect, Schema } from "effect";
import { SqlClient, type SqlError } from "effect/sql";

import { readRows } from "../stores/sql/rows.ts";
import {
  backupColumns,
  backupCounters,
  type BackupCounter,
  type BackupTable,
  quoteIdentifier,
  tablesOf,
} from "./table_catalog.ts";

/** The description of a database, before its rows are read. */
export interface DatabaseOutline {
  /** The number of migrations applied. */
  readonly schema: number;
  readonly tables: ReadonlyArray<BackupTable>;
  readonly counters: ReadonlyArray<BackupCounter>;
}

/** Receives the content as it is read. */
export interface Reading<E, R> {
  readonly outline: (outline: DatabaseOutline) => Effect.Effect<void, E, R>;
  /** Receives rows of a table: each a JSON array of its columns as text, in the order of the outline. */
  readonly rows: (
    table: string,
    lines: readonly [string, ...Array<string>],
  ) => Effect.Effect<void, E, R>;
  /** Receives names of files that rows refer to. */
  readonly files: (names: ReadonlyArray<string>) => Effect.Effect<void, E, R>;
}

/** The target size of a part in characters, which limits the memory of reader and writer. */
const PART_SIZE = 2 ** 21;

/** Rows may have any size, so only a few are read at once. */
const SMALL_FETCH = 16;

/** Names of files are short, so many are read at once. */
const LARGE_FETCH = 2000;

const lineRows = readRows(Schema.Struct({ line: Schema.String }));
const schemaRows = readRows(Schema.Struct({ schema: Schema.Int }));

/**
 * Reads all tables of a database as a consistent snapshot. Every value is read as PostgreSQL prints it, which
 * restores it exactly.
 *
 * On the embedded database, other connections wait until this ends.
 */
export function readTables<E, R>(
  reading: Reading<E, R>,
): Effect.Effect<void, E | SqlError.SqlError, R | SqlClient.SqlClient> {
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    const [state] = yield* schemaRows(
      sql`SELECT COALESCE(max(migration_id), 0)::int AS schema FROM paraph_migrations`,
    );
    const tables = tablesOf(yield* backupColumns);
    const counters = (yield* backupCounters).map(({ table, column, last }) => ({
      table,
      column,
      last,
    }));
    yield* reading.outline({ schema: state?.schema ?? 0, tables, counters });
    for (const { name, columns } of tables) {
      const values = columns.map((column) => `${quoteIdentifier(column)}::text`).join(", ");
      const query = `SELECT json_build_array(${values})::text AS line FROM ${quoteIdentifier(name)}`;
      yield* readInParts(query, SMALL_FETCH, (lines) => reading.rows(name, lines));
    }
    for (const { name } of tables) {
      const query = FILES_OF[name];
      if (query !== undefined) yield* readInParts(query, LARGE_FETCH, reading.files);
    }
  }).pipe((read) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(read)));
}

/**
 * Queries for the files that the rows of a table refer to. A file is written before the row that refers to
 * it.
 */
const FILES_OF: Readonly<Record<string, string>> = {
  blobs: "SELECT name AS line FROM blobs",
  renders: "SELECT 'renders/' || id || '.pdf' AS line FROM renders WHERE status = 'succeeded'",
  signature_requests: `
    SELECT file ->> 'name' AS line
    FROM signature_requests, unnest(ARRAY[signed_file, certificate_file]) AS file
    WHERE file IS NOT NULL`,
  // The document of an envelope is that of its render, or a flattened copy.
  signing_envelopes: `
    SELECT 'signatures/' || reference || '/document.pdf' AS line
    FROM signing_envelopes
    JOIN renders ON renders.id = render_id
    WHERE original_sha256 <> renders.sha256`,
};

/** Runs a query and passes its lines on in parts. A line larger than a part comes alone or last. */
function readInParts<E, R>(
  query: string,
  maxRows: number,
  emit: (lines: readonly [string, ...Array<string>]) => Effect.Effect<void, E, R>,
) {
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    yield* sql.unsafe(`DECLARE part NO SCROLL CURSOR FOR ${query}`).unprepared;
    let part: Array<string> = [];
    let size = 0;
    const flush = Effect.suspend(() => {
      const [first, ...others] = part;
      part = [];
      size = 0;
      return first === undefined ? Effect.void : emit([first, ...others]);
    });
    for (let count = maxRows; ;) {
      const rows = yield* lineRows(sql.unsafe(`FETCH ${count} FROM part`).unprepared);
      if (rows.length === 0) break;
      let read = 0;
      for (const { line } of rows) {
        part.push(line);
        size += line.length;
        read += line.length;
        if (size >= PART_SIZE) yield* flush;
      }
      // Where rows are large, the next ones may be too.
      count = read < PART_SIZE ? maxRows : 1;
    }
    yield* flush;
    yield* sql`CLOSE part`.unprepared;
  });
}
