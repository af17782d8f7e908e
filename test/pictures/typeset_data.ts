import * as fs from "node:fs";
import * as path from "node:path";

import { Schema } from "effect";

/** Data of few rows that a document repeats: `rows` of them, one after the other, over a year. */
const Repeated = Schema.Struct({
  rows: Schema.Number,
  from: Schema.String,
  entries: Schema.Array(Schema.Record(Schema.String, Schema.String)),
});

const DAY_MILLIS = 86_400_000;

/** Returns the data of a document. Rows that repeat get a date and a number each. */
export function typesetData(folder: string): unknown {
  const data: object = JSON.parse(fs.readFileSync(path.join(folder, "data.json"), "utf8"));
  if (!("rows" in data)) return data;
  const { rows, from, entries } = Schema.decodeUnknownSync(Repeated)(data);
  const dateOf = (row: number) =>
    new Date(Date.parse(from) + Math.floor((row * 365) / rows) * DAY_MILLIS)
      .toISOString()
      .slice(0, 10);
  const repeated = Array.from({ length: rows }, (_, row) => ({
    ...entries[row % entries.length],
    date: dateOf(row),
    document: `T ${100_001 + row}`,
  }));
  return { ...data, rows: undefined, entries: repeated };
}
