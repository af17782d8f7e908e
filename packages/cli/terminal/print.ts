import { Console, DateTime, Effect, Option, Stdio, Terminal } from "effect";
import { TerminalCapabilities } from "effect/cli";

import { plainJson, plainLine } from "./plain_text.ts";
import { type Heading, tableLines } from "./table.ts";

/** A column: a field of the rows, or a title and the value below it. */
export type Column<Row> =
  | (keyof Row & string)
  | readonly [title: string, value: (row: Row) => unknown];

/** Prints a value as indented JSON, without characters that control the terminal. */
export function printJson(value: unknown): Effect.Effect<void> {
  return Console.log(plainJson(value, 2));
}

/** Prints a record as JSON, or a line for each value: aligned on a terminal, else with a tab after the name. */
export const printRecord = Effect.fnUntraced(function* (record: object, asJson: boolean) {
  if (asJson) return yield* printJson(record);
  const isTerminal = (yield* outputWidth) !== undefined;
  const fields = Object.entries(record);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  const lines = fields.map(([name, value]) => {
    const label = isTerminal ? `${name.padEnd(width)}  ` : `${name}\t`;
    return label + cellText(value, isTerminal);
  });
  return yield* Console.log(lines.join("\n"));
});

/**
 * Prints rows as JSON, or as a table. A terminal shows it cut to its width, except ids, states and times;
 * elsewhere the table is complete, with tabs between the columns.
 */
export const printTable = Effect.fnUntraced(function* <Row extends object>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  asJson: boolean,
) {
  if (asJson) return yield* printJson(rows);
  const width = yield* outputWidth;
  const titles = columns.map((column) => (typeof column === "string" ? column : column[0]));
  const cells = rows.map((row) =>
    columns.map((column) => {
      const value = typeof column === "string" ? row[column] : column[1](row);
      return cellText(value, width !== undefined);
    }),
  );
  if (width === undefined) {
    return yield* Console.log([titles, ...cells].map((line) => line.join("\t")).join("\n"));
  }
  if (rows.length === 0) return yield* Console.error("None");
  const headings = titles.map((title): Heading => ({ title, canShrink: !COMPLETE.test(title) }));
  const [head = "", ...lines] = tableLines(headings, cells, width);
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities;
  return yield* Console.log([canColor ? `\u001b[1m${head}\u001b[0m` : head, ...lines].join("\n"));
});

/** Columns that are useless when cut. */
const COMPLETE = /(?:^id|Id|^slug|Slug|^status|At|^type|^prefix|^about|Number|^version|^enabled)$/;

/** Prints to standard error how to get the page after this one, if there is one. */
export function printNextPageHint(
  { hasMore, nextCursor }: { readonly hasMore: boolean; readonly nextCursor: string | null },
  flag = "--cursor",
): Effect.Effect<void> {
  return hasMore ? Console.error(`More: ${flag} ${nextCursor}`) : Effect.void;
}

/** The width of the terminal on standard output, `undefined` when it is not one. */
const outputWidth = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio;
  if (!(yield* stdio.stdoutIsTerminal)) return undefined;
  const columns = yield* (yield* Terminal.Terminal).columns;
  // Some terminals do not report a width.
  return columns > 0 ? columns : Number.POSITIVE_INFINITY;
});

/** A value as one line. A terminal shows times to the second in its own time zone. */
function cellText(value: unknown, isTerminal: boolean): string {
  if (value === null || value === undefined || value === "") return "-";
  if (DateTime.isDateTime(value)) return isTerminal ? localTime(value) : DateTime.formatIso(value);
  if (typeof value === "string") {
    const time = isTerminal && TIMESTAMP.test(value) ? DateTime.make(value) : Option.none();
    return Option.isSome(time) ? localTime(time.value) : plainLine(value) || "-";
  }
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.length === 0 ? "-" : plainLine(value.join(", "));
  return plainLine(plainJson(value));
}

/** A time as the API writes it. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function localTime(time: DateTime.DateTime): string {
  const local = DateTime.toParts(DateTime.setZone(time, DateTime.zoneMakeLocal()));
  const { year, month, day, hour, minute, second } = local;
  const [date, clock] = [
    [year, month, day],
    [hour, minute, second],
  ].map((parts) => parts.map((part) => String(part).padStart(2, "0")));
  return `${date?.join("-")} ${clock?.join(":")}`;
}
