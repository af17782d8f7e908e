import { defineConfig } from "vitest/config";

/** Suites that build, install and start the published packages. They take minutes, so `npm test` skips them. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["**/*_test.ts"],
    pool: "forks",
    // The two long suites, packages and container, run in parallel.
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
