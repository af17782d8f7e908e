import { Record, String } from "effect";
import type { SqlClient, Statement } from "effect/sql";

/**
 * Rows as one parameter, for use after `FROM`, so that a statement for any number of rows is prepared once. Large
 * texts belong in an array of their own: without an alias, the rows are for `ROWS FROM`. PostgreSQL parses this
 * parameter as JSON.
 *
 * PostgreSQL expects 100 rows, and to join so many it reads a small table to its end, with a plan that it keeps
 * while the table grows. It expects a limit that it does not know yet to keep a tenth of the rows: after two limits it
 * expects one row, which it looks up by an index.
 *
 * @param columns The PostgreSQL types of the columns, by their names in code.
 */
export function recordset<const Columns extends Readonly<Record<string, string>>>(
  sql: SqlClient.SqlClient,
  columns: Columns,
): (
  rows: ReadonlyArray<Readonly<Record<keyof Columns, unknown>>>,
  alias?: string,
) => Statement.Fragment {
  const names = Record.keys(columns).map((name) => [name, String.camelToSnake(name)] as const);
  const definition = sql.literal(
    `(${names.map(([name, column]) => `${column} ${columns[name]}`).join(", ")})`,
  );
  return (rows, alias) => {
    const records = rows.map((row) =>
      Object.fromEntries(names.map(([name, column]) => [column, row[name]])),
    );
    const sent = sql`json_to_recordset(${JSON.stringify(records, wellFormed)}::json) AS`;
    if (alias === undefined) return sql`${sent} ${definition}`;
    const limit = sql`LIMIT ${rows.length}`;
    const tenth = sql`SELECT * FROM ${sent} sent ${definition} ${limit}`;
    return sql`(SELECT * FROM (${tenth}) AS sent ${limit}) AS ${sql.literal(alias)}`;
  };
}

/** PostgreSQL rejects lone surrogates in JSON. In plain text parameters they become replacement characters too. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
