import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "../stores/sql/rows.ts";

/** A table and its columns in order. */
export const BackupTable = Schema.Struct({
  name: Schema.String,
  columns: Schema.Array(Schema.String),
});
export type BackupTable = typeof BackupTable.Type;

/** The state of the counter of a column. */
export const BackupCounter = Schema.Struct({
  table: Schema.String,
  column: Schema.String,
  /** The last number; absent if there is none yet. */
  last: Schema.NullOr(Schema.String),
});
export type BackupCounter = typeof BackupCounter.Type;

/** A column, and the SQL name of its type. */
const Column = Schema.Struct({ table: Schema.String, name: Schema.String, type: Schema.String });

const columnRows = readRows(Column);
const counterRows = readRows(Schema.Struct({ ...BackupCounter.fields, sequence: Schema.String }));

/**
 * Columns of all tables with data of a deployment. The list of applied migrations is not part of them, since
 * creating the tables writes it.
 */
export const backupColumns = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  columnRows(sql`
    SELECT
      pg_class.relname::text AS table, attname::text AS name,
      format_type(atttypid, atttypmod) AS type
    FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace
      AND relkind IN ('r', 'p')
      AND NOT relispartition
      AND relname::text NOT LIKE '%\_migrations'
      AND attnum > 0
      AND NOT attisdropped
      AND attgenerated = ''
    ORDER BY pg_class.relname, attnum
  `),
);

/** The counters of columns that number their rows. */
export const backupCounters = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  counterRows(sql`
    SELECT
      pg_class.relname::text AS table, attname::text AS column,
      pg_sequence_last_value(objid)::text AS last, objid::regclass::text AS sequence
    FROM pg_depend
    JOIN pg_sequence ON seqrelid = objid
    JOIN pg_class ON pg_class.oid = refobjid
    JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
    WHERE classid = 'pg_class'::regclass
      AND refclassid = 'pg_class'::regclass
      AND deptype IN ('a', 'i')
      AND relnamespace = current_schema()::regnamespace
      AND relname::text NOT LIKE '%\_migrations'
    ORDER BY pg_class.relname, attname
  `),
);

/** Groups columns by table. */
export function tablesOf(columns: ReadonlyArray<typeof Column.Type>): ReadonlyArray<BackupTable> {
  const columnsByTable = new Map<string, Array<string>>();
  for (const { table, name } of columns) {
    const names = columnsByTable.get(table);
    if (names === undefined) columnsByTable.set(table, [name]);
    else names.push(name);
  }
  return [...columnsByTable].map(([name, columns]) => ({ name, columns }));
}

/** Quotes a name for a statement. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
