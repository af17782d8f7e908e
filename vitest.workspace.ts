import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { QUICK_TO_START } from "./packages/testing/quick_to_start.ts";
import { localPostgres } from "./test/support/local_postgres.ts";

/**
 * The suites of a project. They share processes, one after the other, and what those have loaded: that
 * costs half as much, and is why no suite may leave anything behind that another could see.
 */
const project = (name: string, folder: string) => ({
  extends: true as const,
  test: {
    name,
    include: [`${folder}/**/*_test.ts`],
    exclude: [DOCS, CHAOS, ...(name === "system" ? [] : [SYSTEM])],
    isolate: false,
    ...(STARTING.has(name) ? { globalSetup: BUNDLE } : {}),
  },
});

/** The projects whose suites start processes, and what makes the program that these run. */
const STARTING = new Set(["test", "system", "cli"]);
const BUNDLE = "packages/cli/_testing/bundle_setup.ts";

/** Runs every block of every page of documentation: `npm run test:docs`. */
const DOCS = "test/docs/docs_test.ts";

/** A fleet that is killed for minutes: `npm run test:chaos`. */
const CHAOS = "test/chaos/**";

/** Real processes that are killed, restarted and cut off from what they need: `npm run test:system`. */
const SYSTEM = "test/system/**";

// Suites use the PostgreSQL server that TEST_DATABASE_URL names, or one on this machine, which
// is faster; otherwise, and with TEST_DATABASE_URL=embedded, the embedded database.
const server = process.env["TEST_DATABASE_URL"] ?? (await localPostgres());
if (server === undefined || server === "embedded") delete process.env["TEST_DATABASE_URL"];
else process.env["TEST_DATABASE_URL"] = server;

// Suites, and the many processes they start, keep what their sources were translated to.
process.env["NODE_COMPILE_CACHE"] ??= path.join(import.meta.dirname, "node_modules/.cache/node");

/** The packages. The suites of `build` take minutes and run apart: `npm run test:packages`. */
const PACKAGES = fs
  .globSync("packages/*/package.json", { cwd: import.meta.dirname })
  .map((file) => path.basename(path.dirname(file)))
  .filter((name) => name !== "build");

/** Suites that start processes and browsers come first: then none of them is left over at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const isSlow = ({ project: { name } }: TestSpecification) => STARTING.has(name);
    // oxlint-disable-next-line unicorn/no-array-sort -- that of the class, not that of arrays
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    execArgv: [...QUICK_TO_START],
    // Most suites wait for databases, threads and processes: there is one more than cores.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    // Some tests start several processes, on machines that are slower than they look.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      ...PACKAGES.map((name) => project(name, `packages/${name}`)),
      project("test", "test"),
      project("system", "test/system"),
      { extends: true, test: { name: "docs", include: [DOCS] } },
    ],
  },
});
