import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Effect } from "effect";

import { PREBUILT_DIR, builtFiles } from "./built_files.ts";

/** The script of the builder. */
export interface StudioScript {
  /** Changes with the sources. */
  readonly name: string;
  /** Builds it on demand, which takes seconds unless it is prebuilt. */
  readonly bytes: Effect.Effect<Uint8Array>;
}

/** The output file of the build. */
const STUDIO = "studio.js";

const prebuilt = join(PREBUILT_DIR, "studio", STUDIO);

/** The name of the builder's script, and its bytes. */
export const studioScript: Effect.Effect<StudioScript> = Effect.promise(async () => ({
  name: `studio-${existsSync(prebuilt) ? digest(prebuilt) : await digestOfSources()}.js`,
  bytes: Effect.map(builtFiles("studio"), (files) => files.get(STUDIO) ?? new Uint8Array()),
}));

const digestOfSources = async () => (await import("./build_studio.ts")).digestOfSources();

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 10);
}
