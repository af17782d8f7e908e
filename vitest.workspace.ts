import * as os from "node:os";
import * as path from "node:path";

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { QUICK_TO_START } from "./packages/core/testing/quick_to_start.ts";

/**
 * The suites of a project. They share processes, one after the other, and what those have loaded: that
 * costs half as much, and is why no suite may leave anything behind that another could see.
 */
const project = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*_test.ts`], exclude: [DOCS, CHAOS], isolate: false },
});

/** Runs every block of every page of documentation: `npm run test:docs`. */
const DOCS = "test/docs_test.ts";

/** A fleet that is killed for minutes: `npm run test:chaos`. */
const CHAOS = "test/chaos/**";

// Suites, and the many processes they start, keep what their sources were translated to.
process.env["NODE_COMPILE_CACHE"] ??= path.join(import.meta.dirname, "node_modules/.cache/node");

/** Suites that start processes and browsers come first: then none of them is left over at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const isSlow = ({ project: { name } }: TestSpecification) => name === "test" || name === "cli";
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
      project("core", "packages/core"),
      project("http", "packages/http"),
      project("worker", "packages/worker"),
      project("cli", "packages/cli"),
      project("test", "test"),
      { extends: true, test: { name: "docs", include: [DOCS] } },
    ],
  },
});
