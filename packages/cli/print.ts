import { Console, Effect, Stdio, Terminal } from "effect";
import { Flag, TerminalCapabilities } from "effect/cli";

import { cellText } from "./cell.ts";
import { plainJson } from "./plain_text.ts";
import { type Heading, tableLines } from "./table.ts";

/** `--json`: an answer for programs instead of people. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON"),
  Flag.withDefault(false),
  Flag.withoutNegation,
);

/** A column: a field of the rows, or a title and what stands below it. */
export type Column<Row> =
  | (keyof Row & string)
  | readonly [title: string, value: (row: Row) => unknown];

/** Prints a value as JSON, indented, which no text in it can steer the terminal with. */
export function printJson(value: unknown): Effect.Effect<void> {
  return Console.log(plainJson(value, 2));
}

/**
 * Prints one thing: as JSON, or a line for each of its values. Names and values stand under each other on
 * a terminal and have a tab between them elsewhere.
 */
export const printRecord = Effect.fnUntraced(function* (
  record: Readonly<Record<string, unknown>>,
  asJson: boolean,
) {
  if (asJson) return yield* printJson(record);
  const forPeople = (yield* outputWidth) !== undefined;
  const names = Object.keys(record);
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = names.map((name) => {
    const label = forPeople ? `${name.padEnd(width)}  ` : `${name}\t`;
    return label + cellText(record[name], forPeople);
  });
  return yield* Console.log(lines.join("\n"));
});

/**
 * Prints many things of a kind: as JSON, or as a table with these columns. On a terminal the table is cut
 * to its width, ids, states and moments excepted; elsewhere everything is there, with tabs between.
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
  const headings = titles.map((title): Heading => ({ title, mayBeCut: !WHOLE.test(title) }));
  const [head = "", ...lines] = tableLines(headings, cells, width);
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities;
  return yield* Console.log([canColor ? `\u001b[1m${head}\u001b[0m` : head, ...lines].join("\n"));
});

/** Columns that are worth nothing when something of them is missing. */
const WHOLE = /(?:^id|Id|^slug|Slug|^status|At|^type|^prefix|^about|Number|^version|^enabled)$/;

/** How wide the terminal is that is printed to; `undefined` where there is none. */
const outputWidth = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio;
  if (!(yield* stdio.stdoutIsTerminal)) return undefined;
  const columns = yield* (yield* Terminal.Terminal).columns;
  // A terminal that does not say how wide it is.
  return columns > 0 ? columns : Number.POSITIVE_INFINITY;
});
