import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Build, queueBuild, cachedBuild, writeFiles } from "@paraph/build";
import { Effect } from "effect";
import type { Plugin } from "esbuild";

/** This package's own folder. */
const PACKAGE = fileURLToPath(new URL("../", import.meta.url));

/**
 * Makes the code of a thread: few files that start ten times faster than their sources. What is imported
 * dynamically becomes a file of its own beside the first.
 */
export async function buildThread(): Promise<Build> {
  // Loaded only where it is needed.
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
      plugins: [unusedImports, besideHarfbuzz, boundedUnpacking],
    });
    // What stands for modules that are left out is no file.
    const sources = Object.keys(metafile.inputs).filter((input) => !input.includes(":"));
    return {
      files: outputFiles,
      sources: [import.meta.filename, ...sources.map((source) => join(PACKAGE, source))],
    };
  } finally {
    await stop();
  }
}

/** The folder of the code that this process has built or found. */
let kept: Promise<string> | undefined;

/** A folder with the code, built again when a source has changed. */
export const builtThread = Effect.tryPromise(
  () => (kept ??= cachedBuild(join(PACKAGE, "node_modules/.cache/paraph-threads"), buildThread)),
).pipe(
  // Where nothing may be written beside the sources, it is built for this process alone.
  Effect.catch(() => builtForNow),
);

/** A folder with the code that goes with the scope. */
const builtForNow = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "paraph-threads-"))),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true })),
  );
  const { files } = yield* Effect.promise(() => queueBuild(buildThread));
  yield* Effect.promise(() => writeFiles(folder, files));
  return folder;
});

/** Where a thread finds packages: see `Places`. */
const BANNER = [
  'import{createRequire as requireFrom}from"node:module";',
  'import{workerData as PLACES}from"node:worker_threads";',
  "const require=requireFrom(PLACES.origin);",
].join("");

/**
 * pdfme's fields bring what only their forms in a browser need: date pickers with every locale, a pad to
 * sign on. Their imports are answered with something that may be called and read, and is nothing. Icons
 * stay: check boxes are drawn with them.
 */
const unusedImports: Plugin = {
  name: "unused imports",
  setup: (build) => {
    build.onResolve(
      { filter: /^(?:date-fns|air-datepicker|signature_pad)(?:\/|$)/ },
      ({ path }) => ({ path, namespace: "unused" }),
    );
    build.onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: NOTHING }));
  },
};

const NOTHING = `
  const nothing = new Proxy(function () {}, {
    get: (_, key) =>
      key === Symbol.toPrimitive ? () => "" : key === Symbol.iterator ? () => [].values() : nothing,
    // Imports by name are looked up on an object made of the module's prototype.
    getPrototypeOf: () => nothing,
    apply: () => nothing,
    construct: () => nothing,
  });
  module.exports = nothing;`;

/** LibPDF unpacks streams with pako, which knows no limit. */
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

/** HarfBuzz looks for its WebAssembly beside itself. */
const besideHarfbuzz: Plugin = {
  name: "beside HarfBuzz",
  setup: (build) => {
    build.onLoad({ filter: /[\\/]harfbuzzjs[\\/]dist[\\/]harfbuzz\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replaceAll("import.meta.url", "PLACES.harfbuzz") };
    });
  },
};
