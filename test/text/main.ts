/**
 * `npm run text` reports terms in Markdown, comments and messages. `suppressions.json` has the allowed number
 * of occurrences of a term in a folder; `npm run text -- --prune` lowers it to the current number.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";

import { Schema } from "effect";

import { findTerms, type Occurrence } from "./find_terms.ts";

const root = path.join(import.meta.dirname, "../..");
const suppressionsFile = path.join(import.meta.dirname, "suppressions.json");

const Suppressions = Schema.fromJsonString(
  Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Number)),
);
const suppressions = Schema.decodeSync(Suppressions)(readFileSync(suppressionsFile, "utf8"));

/** Packages and folders of the root. */
const folderOf = (file: string) =>
  /^(?:packages\/[^/]+|test|examples)(?=\/)/.exec(file)?.[0] ?? ".";

/** The list of terms, its test, and generated results. */
const UNCHECKED = new Set([
  "test/text/terms.ts",
  "test/text/text_test.ts",
  "test/bench/RESULTS.md",
]);

const files = globSync("{*,.github/*,{packages,test,examples}/**/*}.{md,ts}", {
  cwd: root,
  exclude: (name) => name !== ".github" && /^(?:node_modules|dist|built|\..+)$/.test(name),
}).filter((file) => !UNCHECKED.has(file));
const occurrences: Array<Occurrence & { readonly folder: string }> = [];
for (const file of files) {
  const found = await findTerms(file, readFileSync(path.join(root, file), "utf8"));
  occurrences.push(...found.map((occurrence) => ({ ...occurrence, folder: folderOf(file) })));
}

const remaining: Record<string, Record<string, number>> = {};
for (const [folder = ".", inFolder = []] of Object.entries(
  Object.groupBy(occurrences, ({ folder }) => folder),
)) {
  for (const [term, found = []] of Object.entries(Object.groupBy(inFolder, ({ term }) => term))) {
    const allowed = suppressions[folder]?.[term] ?? 0;
    if (Math.min(found.length, allowed) > 0) {
      (remaining[folder] ??= {})[term] = Math.min(found.length, allowed);
    }
    if (found.length <= allowed) continue;
    process.exitCode = 1;
    for (const { message } of found) process.stdout.write(`${message}\n`);
    process.stdout.write(`${folder}: ${found.length} of "${term}", allowed: ${allowed}\n\n`);
  }
}
if (process.argv.includes("--prune")) {
  writeFileSync(suppressionsFile, `${JSON.stringify(remaining, null, 2)}\n`);
}
