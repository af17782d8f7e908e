import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Build, keptBuild } from "@paraph/build";
import type { Plugin } from "esbuild";

/** All packages' folder. */
const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));

const HAND_OVER = fileURLToPath(new URL("./hand_over.ts", import.meta.url));

/** npm writes this whenever it installs something; the files that it installs do not tell. */
const INSTALLED = join(PACKAGES, "../node_modules/.package-lock.json");

/**
 * What the front is made of: what describes commands and what calls servers, with the libraries that
 * core's values need. Modules of ours that import anything else are left out, and so are those that look
 * for files beside themselves.
 */
const OF_FRONT =
  /^(?:\.{1,2}\/|node:|effect(?:\/|$)|@effect\/platform-node\/|any-ascii$|leven$|@paraph\/core\/|@paraph\/http\/(?:api|client)$)/;

const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^;"]*?\sfrom\s)?"(?<name>[^"]+)"/gm;

/**
 * Makes the front of the command: few files that start several times faster than their sources. It answers
 * what needs no more than a server's address, and knows when to give a command up.
 */
export async function buildFront(): Promise<Build> {
  // Loaded only where it is needed: a published package brings its front along.
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: PACKAGES,
      entryPoints: ["cli/main.ts"],
      entryNames: "[name]",
      bundle: true,
      splitting: true,
      metafile: true,
      write: false,
      outdir: ".",
      format: "esm",
      platform: "node",
      target: "node22",
      minifySyntax: true,
      minifyWhitespace: true,
      // Where something goes wrong, Node shows the line.
      lineLimit: 200,
      legalComments: "none",
      logLevel: "silent",
      banner: { js: BANNER },
      plugins: [outOfFront],
    });
    const sources = Object.keys(metafile.inputs)
      .filter((input) => !input.includes(":"))
      .map((source) => join(PACKAGES, source));
    const installed = existsSync(INSTALLED) ? [INSTALLED] : [];
    return { files: outputFiles, sources: [import.meta.filename, ...installed, ...sources] };
  } finally {
    await stop();
  }
}

/** Builds the front into a cache and returns the folder with it. */
export function rebuildFront(cache: string): Promise<string> {
  return keptBuild(cache, buildFront);
}

/** What is written for CommonJS asks for Node's own modules in its way. */
const BANNER =
  'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);';

/** A module that gives the command up. */
const LEFT_OUT = {
  contents: `throw require(${JSON.stringify(HAND_OVER)}).handOver();`,
  loader: "js",
  resolveDir: PACKAGES,
} as const;

const outOfFront: Plugin = {
  name: "out of front",
  setup: (build) => {
    // Megabytes of documentation that only servers show.
    build.onLoad({ filter: /httpApi(?:Scalar|Swagger)\.js$/ }, () => LEFT_OUT);
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(PACKAGES)) return null;
      const source = await readFile(path, "utf8");
      const names = [...source.matchAll(IMPORT)].map(({ groups }) => groups?.["name"] ?? "");
      const isOfFront =
        names.every((name) => OF_FRONT.test(name)) && !source.includes("import.meta.");
      return isOfFront ? { contents: source, loader: "ts" } : LEFT_OUT;
    });
  },
};
