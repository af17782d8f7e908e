import { join } from "node:path";

/** The repository's root. */
export const ROOT = join(import.meta.dirname, "../..");

/** The folder of the packages. */
export const PACKAGES = join(ROOT, "packages");

/** The output folder, with a folder for each package. */
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
