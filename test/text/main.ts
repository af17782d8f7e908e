/** `npm run text` reports terms in Markdown, comments and messages. */
import { globSync, readFileSync } from "node:fs";
import * as path from "node:path";

import { findTerms } from "./find_terms.ts";

const root = path.join(import.meta.dirname, "../..");

/** The list of terms, its test, and results that a program writes. */
const EXCLUDED_FILES = new Set([
  "test/text/terms.ts",
  "test/text/text_test.ts",
  "test/bench/RESULTS.md",
]);

const files = globSync("{*,.github/*,{packages,test,examples,docs}/**/*}.{md,ts}", {
  cwd: root,
  exclude: (name) => /^(?:node_modules|dist|built|\.(?!github$|vitepress$).+)$/.test(name),
}).filter((file) => !EXCLUDED_FILES.has(file));

for (const file of files) {
  for (const message of await findTerms(file, readFileSync(path.join(root, file), "utf8"))) {
    process.exitCode = 1;
    process.stdout.write(`${message}\n`);
  }
}
