import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { inTurn, keptBuild, writeFiles } from "@paraph/core/builds";
import { Effect } from "effect";

/** The code that threads run. */
export interface ThreadCode {
  readonly entry: URL;
  readonly places: Places;
}

/** What the code of a thread cannot find out by itself, being one file far from its packages. */
interface Places {
  /** A file of this package: what it requires is looked for from there. */
  readonly origin: string;
  /** A file beside HarfBuzz's WebAssembly. */
  readonly harfbuzz: string;
}

/** The file that a thread that draws starts with; the others are loaded when a document needs them. */
const ENTRY = "render_thread.mjs";

/** The file that a thread for one job starts with; it lies beside the other and shares files with it. */
export const JOB_ENTRY = "job_thread.mjs";

/** This package's own folder. */
const PACKAGE = new URL("../", import.meta.url);

/** What a published package brings along. */
const BUILT = new URL(`./built/threads/${ENTRY}`, PACKAGE);

const PLACES: Places = {
  origin: new URL("./package.json", PACKAGE).href,
  harfbuzz: pathToFileURL(createRequire(import.meta.url).resolve("harfbuzzjs")).href,
};

/** Where the code is kept that was built from the sources. */
const CACHE = fileURLToPath(new URL("./node_modules/.cache/paraph-threads/", PACKAGE));

/** The folder of the code that this process has built or found. */
let kept: Promise<string> | undefined;

/** The code of threads: as the package has it, or built from its sources when they have changed. */
export const threadCode = Effect.gen(function* () {
  if (existsSync(BUILT)) return { entry: BUILT, places: PLACES };
  const folder = yield* Effect.tryPromise(() => (kept ??= keptBuild(CACHE, build))).pipe(
    // Where nothing may be written beside the sources, it is built for this process alone.
    Effect.catch(() => builtForNow),
  );
  return { entry: pathToFileURL(join(folder, ENTRY)), places: PLACES };
});

/** A folder with the code that goes with the scope. */
const builtForNow = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "paraph-threads-"))),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true })),
  );
  const { files } = yield* Effect.promise(() => inTurn(build));
  yield* Effect.promise(() => writeFiles(folder, files));
  return folder;
});

/** Builds it from its sources. A published package has brought it along and has nothing to build with. */
const build = async () => await (await import("./build_thread.ts")).buildThread();
