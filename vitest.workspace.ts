import { defineConfig } from "vitest/config";

const project = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*_test.ts`] },
});

export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      project("core", "packages/core"),
      project("http", "packages/http"),
      project("worker", "packages/worker"),
      project("cli", "packages/cli"),
      project("test", "test"),
    ],
  },
});
