import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { type Build, cachedBuild } from "@paraph/build";
import type { Plugin } from "esbuild";

import { bundleMain } from "./bundle_main.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Builds the whole program of a checkout: the CLI, servers and workers. A server on PostgreSQL starts with 0.7 CPU
 * seconds from these files and with 1.1 from the sources.
 */
async function buildProgram(): Promise<Build> {
  const { files, sources } = await bundleMain({
    folder: ROOT,
    entry: "packages/cli/main.ts",
    target: "node24",
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the line of an uncaught error.
    lineLimit: 200,
    legalComments: "none",
    plugins: [externalPackages, sourceLocations],
  });
  return { files, sources: [import.meta.filename, ...sources] };
}

/** Builds the program into a cache and returns its folder. */
export function rebuildProgram(cache: string): Promise<string> {
  return cachedBuild(cache, buildProgram);
}

/** Packages to bundle: a process loads hundreds of files of each. The others stay installed. */
const BUNDLED_PACKAGES = /^(?:effect|@effect|@paraph)(?:\/|$)/;

const externalPackages: Plugin = {
  name: "external packages",
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || BUNDLED_PACKAGES.test(path) ? null : { path, external: true },
    );
  },
};

/** Sources find their data files next to themselves, wherever the bundle is. */
const sourceLocations: Plugin = {
  name: "source locations",
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const locations = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
      const contents = source.replaceAll(LOCATION, (_, property: keyof typeof locations) =>
        JSON.stringify(locations[property]),
      );
      return { contents, loader: "ts" };
    });
  },
};

/** Does not match in strings, which bundle other programs. */
const LOCATION = /(?<!["'])import\.meta\.(url|filename|dirname)\b/g;
