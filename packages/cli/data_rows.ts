import { Data, Effect, Predicate, Result, type Schema } from "effect";

import { fileFlag } from "./flags.ts";
import { type FieldNames, inFile } from "./input_names.ts";
import { readText } from "./json_file.ts";

/** A file that does not hold rows. */
class NotRows extends Data.TaggedError("not_rows")<{ readonly message: string }> {}

/** `--data`: a file with a row for each document. */
export const dataRows = fileFlag(
  "data",
  "A row for each document: JSON Lines, a JSON array, or CSV with the keys in the first row; - for standard input",
);

const dataFile = (file: string) => inFile("--data", file);

/** The data of a row, and its line in the file, from 1. */
export interface DataRow {
  readonly line: number;
  readonly data: Schema.JsonObject;
}

/**
 * Reads rows from a file, or from standard input for `-`: JSON Lines, a JSON array of objects, or CSV whose first
 * row has the keys. Empty cells of CSV are left out.
 */
export const readDataRows = Effect.fnUntraced(function* (file: string) {
  const { file: name } = dataFile(file);
  // Some editors begin a file with a byte order mark.
  const text = (yield* readText(file, name)).replace(/^\uFEFF/u, "");
  const rows = Result.try({
    try: () => rowsOf(text),
    catch: (error) =>
      new NotRows({
        message: `${name} has no rows: ${error instanceof Error ? error.message : String(error)}`,
      }),
  });
  return yield* Effect.fromResult(rows);
});

/** The lines of the rows, for problems in the field of a body that has them. */
export function rowNames(rows: ReadonlyArray<DataRow>, field: string, file: string): FieldNames {
  const source = dataFile(file);
  const names = rows.flatMap(({ line }, index) => {
    const name = { file: `${source.file} line ${line}` };
    return [`${field}.${index}`, `data.${field}.${index}.data`].map(
      (path) => [path, name] as const,
    );
  });
  return { [field]: source, ...Object.fromEntries(names) };
}

function rowsOf(text: string): ReadonlyArray<DataRow> {
  const start = text.trimStart()[0];
  if (start === "[") return arrayRows(text);
  return start === "{" ? lineRows(text) : csvRows(text);
}

function arrayRows(text: string): ReadonlyArray<DataRow> {
  const value: Schema.Json = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error("expected an array");
  return value.map((data: Schema.Json, index) => ({
    line: index + 1,
    data: objectOf(data, `item ${index + 1}`),
  }));
}

function lineRows(text: string): ReadonlyArray<DataRow> {
  return text.split("\n").flatMap((source, index) => {
    if (source.trim() === "") return [];
    const line = index + 1;
    const parsed = Result.try((): Schema.Json => JSON.parse(source));
    if (Result.isFailure(parsed)) throw new Error(`line ${line} is not JSON`);
    return [{ line, data: objectOf(parsed.success, `line ${line}`) }];
  });
}

function csvRows(text: string): ReadonlyArray<DataRow> {
  const [head, ...records] = parseCsv(text);
  if (head === undefined) throw new Error("the file is empty");
  const keys = head.cells.map((key) => key.trim());
  return records.map(({ line, cells }) => {
    if (cells.length > keys.length)
      throw new Error(`line ${line} has ${cells.length} cells for ${keys.length} keys`);
    const entries = cells.flatMap((cell, index) => (cell === "" ? [] : [[keys[index], cell]]));
    return { line, data: Object.fromEntries(entries) };
  });
}

/** A record of CSV, and the line that it starts on. */
interface CsvRecord {
  readonly line: number;
  readonly cells: ReadonlyArray<string>;
}

/** A cell with its end: quoted with doubled quotes inside, or plain. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/uy;

/** Parses CSV (RFC 4180). Lines without text are skipped. */
function parseCsv(text: string): ReadonlyArray<CsvRecord> {
  const records: Array<CsvRecord> = [];
  let cells: Array<string> = [];
  let [line, start] = [1, 1];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length || cells.length > 0) {
    const match = CELL.exec(text);
    if (match === null) throw new Error(`line ${line} has a quote in the wrong place`);
    const [source, quoted, plain = "", end] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += source.split("\n").length - 1;
    if (end === ",") continue;
    if (cells.length > 1 || cells[0] !== "") records.push({ line: start, cells });
    cells = [];
    start = line;
  }
  return records;
}

function objectOf(value: Schema.Json, place: string): Schema.JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error(`${place} is not an object`);
}

function isJsonObject(value: Schema.Json): value is Schema.JsonObject {
  return Predicate.isObject(value);
}
