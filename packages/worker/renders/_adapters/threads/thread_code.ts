import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

import { Effect } from "effect";

import { buildThread, type CodeFile, ENTRY } from "./build_thread.ts";
import type { Places } from "./messages.ts";

/** The code that threads run. */
export interface ThreadCode {
  readonly entry: URL;
  readonly places: Places;
}

/** This package's own folder. */
const PACKAGE = new URL("../../../", import.meta.url);

/** What a published package brings along. */
const BUILT = new URL(`./dist/${ENTRY}`, PACKAGE);

const PLACES: Places = {
  origin: new URL("./package.json", PACKAGE).href,
  harfbuzz: pathToFileURL(createRequire(import.meta.url).resolve("harfbuzzjs")).href,
};

/** The code of threads: as the package has it, or built into a folder that goes with the scope. */
export const threadCode = Effect.gen(function* () {
  if (existsSync(BUILT)) return { entry: BUILT, places: PLACES };
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "paraph-threads-"))),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true })),
  );
  yield* Effect.promise(() => writeThread(folder));
  return { entry: pathToFileURL(join(folder, ENTRY)), places: PLACES };
});

let built: Promise<ReadonlyArray<CodeFile>> | undefined;

/** Writes the code of a thread into a folder; it is built once in a process. */
export async function writeThread(folder: string): Promise<void> {
  built ??= buildThread();
  const files = await built;
  await Promise.all(
    files.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)),
  );
}
