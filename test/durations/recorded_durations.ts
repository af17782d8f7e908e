import * as fs from "node:fs";
import * as path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");
const FILE = path.join(import.meta.dirname, "durations.json");

/** Suites that take less are not recorded: their order makes no difference. */
const LEAST_SECONDS = 1;

const secondsByFile = new Map<string, unknown>(
  Object.entries(JSON.parse(fs.readFileSync(FILE, "utf8"))),
);

/** The recorded duration of a suite in seconds; 0 without a record. */
export function recordedSeconds(file: string): number {
  return Number(secondsByFile.get(path.relative(ROOT, file)) ?? 0);
}

/** Records the durations in seconds of all suites of a run, slowest first. */
export function recordDurations(durations: ReadonlyMap<string, number>): void {
  const entries = [...durations]
    .map(([file, seconds]) => [path.relative(ROOT, file), Math.round(seconds)] as const)
    .filter(([, seconds]) => seconds >= LEAST_SECONDS)
    .toSorted(([one, first], [other, second]) => second - first || one.localeCompare(other));
  fs.writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
