import { buildFromSources } from "./kit/build/build_from_sources.ts";

/** Builds the files of the pages into their cache. */
export async function prepare(): Promise<void> {
  await buildFromSources();
}
