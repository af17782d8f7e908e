import { defineConfig } from "vitest/config";

/** The suites that build, install and start what is published: minutes, which `npm test` does not have. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["**/*_test.ts"],
    pool: "forks",
    // The image builds for itself: neither waits for the other.
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
