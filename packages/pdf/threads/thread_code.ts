import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

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

/** The code of threads: as the package has it, or built from its sources when they have changed. */
export const threadCode = Effect.gen(function* () {
  if (existsSync(BUILT)) return { entry: BUILT, places: PLACES };
  const { builtThread } = yield* Effect.promise(() => import("./build_thread.ts"));
  return { entry: pathToFileURL(join(yield* builtThread, ENTRY)), places: PLACES };
});
