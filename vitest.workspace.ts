import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { QUICK_TO_START } from "./packages/testing/quick_to_start.ts";
import { recordedSeconds } from "./test/durations/recorded_durations.ts";
import { localPostgres } from "./test/support/local_postgres.ts";

/**
 * The suites of a project. They share processes, one after the other, and the modules and threads in them: that
 * costs half as much, and is why no suite may leave anything behind that another could see.
 */
const project = (name: string, ...folders: ReadonlyArray<string>) => ({
  extends: true as const,
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*_test.ts`),
    exclude: [DOCS, CHAOS, ...(name === "system" ? [] : [SYSTEM]), ...LONG],
    isolate: false,
    ...(STARTING.has(name) ? { globalSetup: BUNDLE } : {}),
  },
});

/** The projects whose suites start processes, and what makes the program that these run. */
const STARTING = new Set(["suites", "test", "system", "cli"]);
const BUNDLE = "packages/cli/_testing/bundle_setup.ts";

/** Suites of published packages take minutes: `npm run test:packages`. */
const LONG = ["packages/build/**"];

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

/** Projects do not share processes: packages are projects of their own only for `--project=core`. */
const SELECTS_PACKAGES = process.argv.some((arg) => /^--project=[^!]/.test(arg));
const PACKAGES = fs
  .globSync("packages/*/package.json", { cwd: import.meta.dirname })
  .map((file) => path.basename(path.dirname(file)));

/** The slowest suites come first, by their recorded durations: then none of them is left over at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- that of the class, not that of arrays
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return sorted.toSorted(
      (one, other) =>
        projects.indexOf(one.project) - projects.indexOf(other.project) ||
        recordedSeconds(other.moduleId) - recordedSeconds(one.moduleId),
    );
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    execArgv: [...QUICK_TO_START],
    // Node loads the sources itself and caches the compiled code.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most suites wait for databases, threads and processes: there is one more than cores.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    // Some tests start several processes, on machines that are slower than they look.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      ...(SELECTS_PACKAGES
        ? [...PACKAGES.map((name) => project(name, `packages/${name}`)), project("test", "test")]
        : [project("suites", "packages", "test")]),
      project("system", "test/system"),
      { extends: true, test: { name: "docs", include: [DOCS] } },
    ],
  },
});
