import { existsSync } from "node:fs";
import { join } from "node:path";

import { Effect } from "effect";

import { filesIn, PACKAGE } from "./package_files.ts";

/** The prebuilt files of the published package. */
export const PREBUILT_DIR = join(PACKAGE, "built");

/** Returns the files of the pages: prebuilt ones, or those built from the sources. */
export function builtFiles(): Effect.Effect<Map<string, Uint8Array>> {
  const prebuilt = join(PREBUILT_DIR, "pages");
  return Effect.promise(async () =>
    existsSync(prebuilt)
      ? await filesIn(prebuilt)
      : await (await import("./build_from_sources.ts")).buildFromSources(),
  );
}
