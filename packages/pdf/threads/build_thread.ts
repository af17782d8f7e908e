import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Build, queueBuild, cachedBuild, writeFiles } from "@paraph/build";
import { Effect } from "effect";
import type { Plugin } from "esbuild";

const PACKAGE = fileURLToPath(new URL("../", import.meta.url));

/**
 * Bundles the code of threads into a few files, which start ten times faster than the sources. Dynamic
 * imports become separate files.
 */
export async function buildThread(): Promise<Build> {
  // Imported on demand, because published packages have the bundle.
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: PACKAGE,
      entryPoints: ["./render_thread.ts", "./job_thread.ts"].map((file) =>
        fileURLToPath(new URL(file, import.meta.url)),
      ),
      entryNames: "[name]",
      bundle: true,
      splitting: true,
      metafile: true,
      write: false,
      outdir: ".",
      format: "esm",
      outExtension: { ".js": ".mjs" },
      platform: "node",
      target: "node24",
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: "none",
      logLevel: "silent",
      define: { "import.meta.url": "PLACES.origin" },
      banner: { js: BANNER },
      plugins: [harfbuzzFolder, boundedUnpacking],
    });
    const sources = Object.keys(metafile.inputs);
    return {
      files: outputFiles,
      sources: [import.meta.filename, ...sources.map((source) => join(PACKAGE, source))],
    };
  } finally {
    await stop();
  }
}

/** The folder of the bundle, cached for this process. */
let cachedFolder: Promise<string> | undefined;

/** A folder with the bundle, rebuilt when a source has changed. */
export const builtThread = Effect.tryPromise(
  () =>
    (cachedFolder ??= cachedBuild(
      join(PACKAGE, "node_modules/.cache/paraph-threads"),
      buildThread,
    )),
).pipe(
  // If the package folder is not writable, the bundle is built for this process only.
  Effect.catch(() => temporaryBuild),
);

/** A folder with the bundle, which is removed when the scope closes. */
const temporaryBuild = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "paraph-threads-"))),
    (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true })),
  );
  const { files } = yield* Effect.promise(() => queueBuild(buildThread));
  yield* Effect.promise(() => writeFiles(folder, files));
  return folder;
});

/** Resolves packages from `Places`. */
const BANNER = [
  'import{createRequire as requireFrom}from"node:module";',
  'import{workerData as PLACES}from"node:worker_threads";',
  "const require=requireFrom(PLACES.origin);",
].join("");

/** LibPDF unpacks streams with pako, which has no limit. */
const boundedUnpacking: Plugin = {
  name: "bounded unpacking",
  setup: (build) => {
    build.onResolve({ filter: /^pako$/ }, ({ importer }) =>
      /[\\/]@libpdf[\\/]/.test(importer)
        ? { path: fileURLToPath(new URL("../read/bounded_pako.ts", import.meta.url)) }
        : undefined,
    );
  },
};

/** HarfBuzz loads its WebAssembly from its own folder. */
const harfbuzzFolder: Plugin = {
  name: "HarfBuzz folder",
  setup: (build) => {
    build.onLoad({ filter: /[\\/]harfbuzzjs[\\/]dist[\\/]harfbuzz\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replaceAll("import.meta.url", "PLACES.harfbuzz") };
    });
  },
};
