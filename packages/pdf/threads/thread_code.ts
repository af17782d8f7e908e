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

/** Paths that a bundle cannot resolve, because it is far from its packages. */
interface Places {
  /** A file of this package, from which `require` resolves. */
  readonly origin: string;
  /** A file in the folder of HarfBuzz's WebAssembly. */
  readonly harfbuzz: string;
}

/** The entry of a render thread; other files are loaded on demand. */
const ENTRY = "render_thread.mjs";

/** The entry of a thread for jobs, in the same folder. */
export const JOB_ENTRY = "job_thread.mjs";

const PACKAGE = new URL("../", import.meta.url);

/** The prebuilt bundle of the published package. */
const PREBUILT_ENTRY = new URL(`./built/threads/${ENTRY}`, PACKAGE);

const PLACES: Places = {
  origin: new URL("./package.json", PACKAGE).href,
  harfbuzz: pathToFileURL(createRequire(import.meta.url).resolve("harfbuzzjs")).href,
};

/** The code of threads: prebuilt, or built from the sources. */
export const threadCode = Effect.gen(function* () {
  if (existsSync(PREBUILT_ENTRY)) return { entry: PREBUILT_ENTRY, places: PLACES };
  const { builtThread } = yield* Effect.promise(() => import("./build_thread.ts"));
  return { entry: pathToFileURL(join(yield* builtThread, ENTRY)), places: PLACES };
});
