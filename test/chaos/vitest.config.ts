import { defineConfig } from "vitest/config";

/**
 * A fleet under load while its processes and its database are killed. It takes minutes, too long for `npm
 * test`.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["**/*_test.ts"],
    globalSetup: "../../packages/cli/_testing/bundle_setup.ts",
    pool: "forks",
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
  },
});
