import { defineConfig } from "vitest/config";

const project = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*_test.ts`] },
});

export default defineConfig({
  test: {
    pool: "forks",
    // Most suites wait for databases, threads and processes: no core is kept back.
    maxWorkers: "100%",
    // Some tests start several processes, on machines that are slower than they look.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      project("core", "packages/core"),
      project("http", "packages/http"),
      project("worker", "packages/worker"),
      project("cli", "packages/cli"),
      project("test", "test"),
    ],
  },
});
