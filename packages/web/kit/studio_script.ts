import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Effect } from "effect";

import { PREBUILT_DIR, builtFiles } from "./built_files.ts";

/** The script of the builder. */
export interface StudioScript {
  /** Changes with what it is made of. */
  readonly name: string;
  /** Makes it, which takes seconds unless the package has brought it: nobody waits who does not design. */
  readonly bytes: Effect.Effect<Uint8Array>;
}

/** The file that it is built into. */
const STUDIO = "studio.js";

const brought = join(PREBUILT_DIR, "studio", STUDIO);

/** Tells what the script of the builder is called, and how it is made. */
export const studioScript: Effect.Effect<StudioScript> = Effect.promise(async () => ({
  name: `studio-${existsSync(brought) ? digest(brought) : await digestOfSources()}.js`,
  bytes: Effect.map(builtFiles("studio"), (files) => files.get(STUDIO) ?? new Uint8Array()),
}));

const digestOfSources = async () => (await import("./build_studio.ts")).digestOfSources();

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 10);
}
