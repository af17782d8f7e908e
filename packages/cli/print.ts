import { Console, DateTime, type Effect } from "effect";
import { Flag } from "effect/cli";

/** `--json`: an answer for programs instead of people. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON"),
  Flag.withDefault(false),
);

/** Prints one thing: as JSON, or a line for each of its values. */
export function printRecord(
  record: Readonly<Record<string, unknown>>,
  asJson: boolean,
): Effect.Effect<void> {
  if (asJson) return Console.log(JSON.stringify(record, null, 2));
  const width = Math.max(...Object.keys(record).map((key) => key.length));
  return Console.log(
    Object.entries(record)
      .map(([key, value]) => `${key.padEnd(width)}  ${text(value)}`)
      .join("\n"),
  );
}

/** Prints many things of a kind: as JSON, or as a table with these columns. */
export function printTable<Row extends object>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<keyof Row & string>,
  asJson: boolean,
): Effect.Effect<void> {
  if (asJson) return Console.log(JSON.stringify(rows, null, 2));
  const lines = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  return Console.log(
    lines
      .map((line) =>
        line
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd(),
      )
      .join("\n"),
  );
}

function text(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}
