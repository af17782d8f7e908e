import { join } from "node:path";

/** The repository's root. */
export const ROOT = join(import.meta.dirname, "../..");

/** The folders of the packages that are built. */
export const PACKAGES = join(ROOT, "packages");

/** Where a folder for each package is built, ready to be published. */
export const DIST = join(ROOT, "dist");

/** The packages in the order to publish them in: each needs only those before it. */
export const NAMES = [
  "core",
  "database",
  "storage",
  "integrations",
  "pdf",
  "web",
  "http",
  "worker",
  "app",
  "cli",
] as const;
