import { Data, Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { migrate, migrateTo } from "../migrations/mod.ts";
import { releaseClaimedJobs } from "../stores/queue/job_maintenance.ts";
import { readRows } from "../stores/sql/rows.ts";
import { settleRestoredEvents } from "../stores/webhooks/event_store.ts";
import type { DatabaseOutline } from "./read_tables.ts";
import { backupColumns, backupCounters, quoteIdentifier } from "./table_catalog.ts";

/** Rows cannot be restored; the message says why. Nothing was changed. */
export class CannotRestore extends Data.TaggedError("cannot_restore")<{
  readonly message: string;
}> {}

/** Inserts rows into their tables. */
export interface Restoring {
  readonly rows: (
    table: string,
    lines: ReadonlyArray<string>,
  ) => Effect.Effect<void, CannotRestore, SqlClient.SqlClient>;
}

const tableRows = readRows(Schema.Struct({ name: Schema.String }));
const constraintRows = readRows(
  Schema.Struct({ table: Schema.String, name: Schema.String, definition: Schema.String }),
);

/**
 * Creates the tables of an outline in an empty database, runs `fill`, and migrates to the current schema, in
 * one transaction.
 *
 * Constraints between tables are dropped and added again, so that rows may come in any order. Their check
 * needs no superuser.
 */
export function restoreTables<A, E, R>(
  outline: DatabaseOutline,
  fill: (restoring: Restoring) => Effect.Effect<A, E, R>,
) {
  const restore = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const existingTables = yield* tableRows(sql`
      SELECT relname::text AS name
      FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace
        AND relkind IN ('r', 'p', 'v', 'm', 'f')
      ORDER BY relname
    `);
    if (existingTables.length > 0) {
      return yield* new CannotRestore({
        message: `The database is not empty: it contains ${formatList(existingTables.map(({ name }) => name))}`,
      });
    }
    yield* migrateTo(outline.schema);
    const types = yield* typesOf(outline);
    const references = yield* dropForeignKeys;
    const tables = [...types.keys()].map(quoteIdentifier);
    yield* Effect.forEach(tables, (table) => run(`ALTER TABLE ${table} DISABLE TRIGGER USER`), {
      discard: true,
    });
    const result = yield* fill({ rows: (table, lines) => insert(table, lines, types.get(table)) });
    yield* Effect.forEach(tables, (table) => run(`ALTER TABLE ${table} ENABLE TRIGGER USER`), {
      discard: true,
    });
    yield* Effect.forEach(
      references,
      ({ table, name, definition }) =>
        run(
          `ALTER TABLE ${quoteIdentifier(table)} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`,
        ).pipe(Effect.mapError(() => restoreError(`rows of ${table} refer to missing rows`))),
      { discard: true },
    );
    yield* setCounters(outline);
    yield* releaseClaimedJobs;
    yield* migrate;
    yield* settleRestoredEvents;
    return result;
  });
  return Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(restore));
}

const run = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement).unprepared);

/** The columns of each table with their types in this database. */
const typesOf = Effect.fnUntraced(function* ({ tables }: DatabaseOutline) {
  const types = new Map<string, string>();
  for (const { table, name, type } of yield* backupColumns) types.set(`${table}.${name}`, type);
  const columnsByTable = new Map<string, ReadonlyArray<Column>>();
  for (const { name: table, columns } of tables) {
    const matches = columns.flatMap((name) => {
      const type = types.get(`${table}.${name}`);
      return type === undefined ? [] : [{ name, type }];
    });
    const isMismatch = columns.length !== matches.length || columns.length === 0;
    if (isMismatch)
      return yield* restoreError(
        `this release of Paraph does not have its table ${table} in this form`,
      );
    columnsByTable.set(table, matches);
  }
  return columnsByTable;
});

interface Column {
  readonly name: string;
  readonly type: string;
}

const dropForeignKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const references = yield* constraintRows(sql`
    SELECT
      relname::text AS table, conname::text AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
    FROM pg_constraint
    JOIN pg_class ON pg_class.oid = conrelid
    WHERE contype = 'f'
      AND relnamespace = current_schema()::regnamespace
  `);
  yield* Effect.forEach(
    references,
    ({ table, name }) =>
      run(`ALTER TABLE ${quoteIdentifier(table)} DROP CONSTRAINT ${quoteIdentifier(name)}`),
    { discard: true },
  );
  return references;
});

const insert = Effect.fnUntraced(function* (
  table: string,
  lines: ReadonlyArray<string>,
  columns: ReadonlyArray<Column> | undefined,
) {
  if (columns === undefined)
    return yield* restoreError(`it contains rows of ${table}, which its outline lacks`);
  const sql = yield* SqlClient.SqlClient;
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(", ");
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(", ");
  // Keeps the order of rows: positions are compared.
  const statement = `
    INSERT INTO ${quoteIdentifier(table)} (${names})
    OVERRIDING SYSTEM VALUE
    SELECT ${values}
    FROM json_array_elements($1::json) WITH ORDINALITY AS part (line, place)
    ORDER BY place`;
  return yield* sql.unsafe(statement, [`[${lines.join(",")}]`]).pipe(
    Effect.mapError(() => restoreError(`rows of ${table} are not valid`)),
    Effect.asVoid,
  );
});

const setCounters = Effect.fnUntraced(function* ({ counters }: DatabaseOutline) {
  const sql = yield* SqlClient.SqlClient;
  const localCounters = yield* backupCounters;
  for (const { table, column, last } of counters) {
    const counter = localCounters.find((each) => each.table === table && each.column === column);
    if (counter === undefined || last === null) continue;
    yield* sql`SELECT setval(${counter.sequence}::regclass, ${last}::bigint)`;
  }
});

/** Some names, for a message. */
function formatList(names: ReadonlyArray<string>): string {
  const maxNames = 5;
  const rest = names.length - maxNames;
  return rest > 0 ? `${names.slice(0, maxNames).join(", ")} and ${rest} more` : names.join(", ");
}

function restoreError(problem: string): CannotRestore {
  return new CannotRestore({ message: `The backup cannot be restored: ${problem}` });
}
