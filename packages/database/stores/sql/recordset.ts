import { Record, String } from "effect";
import type { SqlClient, Statement } from "effect/sql";

/**
 * Rows as one parameter, for use after `FROM`, so that a statement for any number of rows is prepared once. Without
 * an alias they are for `ROWS FROM`, next to arrays of large texts: PostgreSQL parses this parameter as JSON.
 *
 * For `json_to_recordset`, PostgreSQL plans with 100 rows. To join so many, it scans a small table, and it keeps that
 * plan while the table grows. For a limit that is a parameter, it plans with a tenth of the rows: two limits make one
 * row, which it looks up by an index.
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
    const source = sql`json_to_recordset(${wellFormedJson(records)}::json)`;
    if (alias === undefined) return sql`${source} AS ${definition}`;
    const limit = sql`LIMIT ${rows.length}`;
    const tenth = sql`(SELECT * FROM ${source} AS sent ${definition} ${limit})`;
    return sql`(SELECT * FROM ${tenth} AS sent ${limit}) AS ${sql.literal(alias)}`;
  };
}

/**
 * Writes JSON that PostgreSQL accepts: without lone surrogates, which become replacement characters, as in plain text
 * parameters. They are rare, and a replacer makes `JSON.stringify` take twice as long.
 */
function wellFormedJson(value: unknown): string {
  const text = JSON.stringify(value);
  return LONE_SURROGATE.test(text) ? JSON.stringify(value, wellFormed) : text;
}

/** How `JSON.stringify` escapes a lone surrogate; some texts with backslashes look the same. */
const LONE_SURROGATE = /\\ud[89a-f]/;

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
