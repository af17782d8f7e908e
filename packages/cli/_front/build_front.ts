import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { type Build, cachedBuild } from "@paraph/build";
import type { Plugin } from "esbuild";

import { bundleMain } from "./bundle_main.ts";

/** The folder of all packages. */
const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));

const HAND_OVER = fileURLToPath(new URL("./hand_over.ts", import.meta.url));

/**
 * The imports that modules in the front may have: the description of commands, the client, and the packages
 * that core's values use. A module with other imports, or with data files next to it, is left out.
 */
const FRONT_IMPORTS =
  /^(?:\.{1,2}\/|node:|effect(?:\/|$)|@effect\/platform-node\/|any-ascii$|leven$|@paraph\/core\/|@paraph\/app\/settings$|@paraph\/http\/client$)/;

const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^;"]*?\sfrom\s)?"(?<name>[^"]+)"/gm;

/**
 * Builds the front of the CLI: a few files that start several times faster than the sources. It contains
 * help, errors in command lines and calls to a server. Other commands run from their files.
 */
export async function buildFront(): Promise<Build> {
  const { files, sources } = await bundleMain({
    folder: PACKAGES,
    entry: "cli/main.ts",
    target: "node22",
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the line of an uncaught error.
    lineLimit: 200,
    legalComments: "none",
    banner: { js: BANNER },
    plugins: [absentModules],
  });
  return { files, sources: [import.meta.filename, ...sources] };
}

/** Builds the front into a cache and returns its folder. */
export function rebuildFront(cache: string): Promise<string> {
  return cachedBuild(cache, buildFront);
}

/** CommonJS modules in the bundle call `require`. */
const BANNER =
  'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);';

/** Replaces a module that the front lacks. */
const ABSENT = {
  contents: `throw require(${JSON.stringify(HAND_OVER)}).handOver();`,
  loader: "js",
  resolveDir: PACKAGES,
} as const;

const absentModules: Plugin = {
  name: "absent modules",
  setup: (build) => {
    // Megabytes of API documentation that only servers show.
    build.onLoad({ filter: /httpApi(?:Scalar|Swagger)\.js$/ }, () => ABSENT);
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(PACKAGES)) return null;
      const source = await readFile(path, "utf8");
      const names = [...source.matchAll(IMPORT)].map(({ groups }) => groups?.["name"] ?? "");
      const isInFront =
        names.every((name) => FRONT_IMPORTS.test(name)) && !source.includes("import.meta.");
      return isInFront ? { contents: source, loader: "ts" } : ABSENT;
    });
  },
};
